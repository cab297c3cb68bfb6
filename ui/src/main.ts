// Where the page begins. What was drawn last is on screen before this runs; then the interface takes its place.
import { asCommandError } from '$lib/ipc/client';
import { connect } from '$lib/ipc/connect';
import { Mailbox } from '$lib/ipc/mailbox';
import { firstPaint } from '$lib/frames';
import './styles/fonts.css';
import './styles/tokens.css';
import './styles/base.css';
import './styles/passage.css';

/** The faces of every paper: laid out without them, the first page would be laid out twice. */
const FACES = ['400 17px "Reading Latin"', '600 17px "Reading Latin"', '400 17px "STIX Two Text"', 'italic 400 17px "STIX Two Text"'];
const FORMULAS = '400 17px "STIX Two Math"';

async function begin(target: HTMLElement): Promise<void> {
  const drawn = target.childElementCount > 0;
  const load = (faces: string[]) => Promise.allSettled(faces.map((face) => document.fonts.load(face)));
  const faces = load(FACES);
  const client = await connect(new URLSearchParams(location.search));
  // Before anything is asked: what happens while the answer is on its way is not in it.
  const listening = Mailbox.of(client);
  if (drawn) {
    await firstPaint();
    performance.mark('drawn');
    client.painted(true).catch(() => undefined);
  }
  // Formulas have a face of many times that size: it is waited for only where something is on screen meanwhile.
  const formulas = load(drawn ? [FORMULAS] : []);
  const events = await listening;
  const [{ show }, start] = await Promise.all([import('./show'), client.start(), faces, formulas]);
  await show(target, client, start, events);
}

const target = document.getElementById('app');
if (target) {
  begin(target).catch((error: unknown) => {
    // Nothing of the interface exists yet, so the sentence stands alone, in both languages.
    target.textContent = `考证无法启动 · Kaozheng cannot start: ${asCommandError(error).message}`;
    target.style.padding = '40px';
  });
}
