import { expect, test } from 'vitest';
import type { Client } from './client';
import type { Event } from './generated/wire';
import { Mailbox } from './mailbox';

const asked = (id: string): Event => ({ kind: 'openRequested', id });

test('what the shell says before the interface is there is followed once it is, in order, and once', async () => {
  let emit: (event: Event) => void = () => undefined;
  const client = { onEvent: async (listener: (event: Event) => void) => void (emit = listener) } as unknown as Client;
  const mailbox = await Mailbox.of(client);
  emit(asked('a'));
  emit(asked('b'));
  const followed: Event[] = [];
  mailbox.follow((event) => followed.push(event));
  emit(asked('c'));
  expect(followed).toEqual([asked('a'), asked('b'), asked('c')]);
});
