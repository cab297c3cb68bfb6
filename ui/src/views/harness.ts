// For tests of the whole window: the interface mounted over the client in memory.
import { flushSync, mount, unmount } from 'svelte';
import App from '../App.svelte';
import type { Client } from '$lib/ipc/client';
import sample from '$lib/ipc/generated/sample.json';
import { Mailbox } from '$lib/ipc/mailbox';
import { memoryClient, type MemoryData, type MemoryOptions } from '$lib/ipc/memory';
import { App as State } from '$lib/state/app.svelte';

export const data = sample as MemoryData;
let page: ReturnType<typeof mount> | undefined;

/** Mounts the window. `change` may put something between the interface and the client. */
export async function open(options: MemoryOptions = {}, change: (client: Client) => Client = (client) => client): Promise<State> {
  document.body.replaceChildren();
  const client = change(memoryClient(data, options));
  const events = await Mailbox.of(client);
  const app = new State(client, await client.start());
  page = mount(App, { target: document.body, props: { app } });
  events.follow(app.follow);
  await settle();
  return app;
}

export async function close(): Promise<void> {
  if (page) await unmount(page);
  page = undefined;
}

/** Answers of the client arrive, and the page shows them. */
export async function settle(): Promise<void> {
  await new Promise((resolve) => setTimeout(resolve, 50));
  flushSync();
}

export async function press(key: string, more: KeyboardEventInit & { keyCode?: number } = {}, target: EventTarget = document.body): Promise<void> {
  target.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true, ...more }));
  await settle();
}

// The test's DOM has no top layer; what is shown in it is in the page all the same.
HTMLElement.prototype.showPopover ??= () => undefined;
HTMLElement.prototype.hidePopover ??= () => undefined;
