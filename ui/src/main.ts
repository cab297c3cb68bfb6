// Where the page begins: ask once, paint once, say that it is painted.
import { mount } from 'svelte';
import App from './App.svelte';
import { asCommandError } from '$lib/ipc/client';
import { connect } from '$lib/ipc/connect';
import { App as State } from '$lib/state/app.svelte';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/passage.css';

async function begin(target: HTMLElement): Promise<void> {
  const client = await connect(new URLSearchParams(location.search));
  const app = new State(client, await client.start());
  mount(App, { target, props: { app } });
  // Two frames: the first one lays the text out, the second one begins after it is on screen.
  requestAnimationFrame(() => requestAnimationFrame(() => client.painted().catch(app.fail)));
}

const target = document.getElementById('app');
if (target) {
  begin(target).catch((error: unknown) => {
    // Nothing of the interface exists yet, so the sentence stands alone, in both languages.
    target.textContent = `考证无法启动 · Kaozheng cannot start: ${asCommandError(error).message}`;
    target.style.padding = '40px';
  });
}
