// Puts the interface on the page, once.
import { mount } from 'svelte';
import App from './App.svelte';
import { onScreen } from '$lib/frames';
import type { Client } from '$lib/ipc/client';
import type { Start } from '$lib/ipc/generated/wire';
import type { Mailbox } from '$lib/ipc/mailbox';
import { App as State } from '$lib/state/app.svelte';

export async function show(target: HTMLElement, client: Client, start: Start, events: Mailbox): Promise<void> {
  const app = new State(client, start);
  target.replaceChildren();
  target.inert = false;
  mount(App, { target, props: { app } });
  events.follow(app.follow);
  await onScreen();
  client.painted(false).catch(app.fail);
}
