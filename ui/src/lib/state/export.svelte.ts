// What an export is asked for, what it would become, and what became of it. Choices are kept by the shell.
import type { Client } from '../ipc/client';
import { asCommandError } from '../ipc/client';
import type {
  CommandError, ExportAsk, ExportChoice, ExportFilter, ExportFormat, ExportPreview, ExportReport, ExportScope, ExportWays, NoteRow,
} from '../ipc/generated/wire';

/** Which papers: `chosen` are those of the chosen notes. */
export type ScopeKind = ExportScope['kind'] | 'chosen';

/** Notes that were chosen one by one. */
export type ChosenNotes = Pick<NoteRow, 'id' | 'paper'>[];

const noFilter: ExportFilter = { colors: [], tags: [], kinds: [], from: '', to: '', verdict: null, notes: [] };

/** Typing does not ask for a preview at every letter, in milliseconds. */
const PAUSE_MS = 250;

export class Export {
  choice = $state.raw<ExportChoice | null>(null);
  scope = $state<ScopeKind>('papers');
  filter = $state.raw<ExportFilter>(noFilter);
  format = $state<ExportFormat>('markdown');
  preview = $state.raw<ExportPreview | null>(null);
  /** Why there is no preview: the fault of a template. */
  trouble = $state.raw<CommandError | null>(null);
  report = $state.raw<ExportReport | null>(null);
  running = $state(false);
  progress = $state.raw<{ done: number; total: number } | null>(null);
  private asked = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;

  constructor(
    private readonly client: Client,
    private readonly fail: (error: unknown) => void,
    private readonly paper: { id: string; day: string } | null,
    private readonly chinese: boolean,
    readonly chosen: ChosenNotes = [],
  ) {
    if (chosen.length > 0) this.scope = 'chosen';
    else if (!paper) this.scope = 'all';
  }

  async open(): Promise<void> {
    try {
      this.choice = await this.client.exportChoice();
      this.fit();
      this.look();
    } catch (error) {
      this.fail(error);
    }
  }

  get ways(): ExportWays | null {
    return this.choice ? { ...this.choice.ways, chinese: this.chinese } : null;
  }

  /** Changes what is chosen, and remembers it. */
  change(part: Partial<ExportWays>): void {
    if (!this.choice) return;
    this.choice = { ...this.choice, ways: { ...this.choice.ways, ...part } };
    if (this.ways) this.client.setExportWays(this.ways).catch(this.fail);
    this.fit();
    this.forget();
  }

  /** A file of a day holds all of the day. */
  private fit(): void {
    if (this.perDay && this.scope === 'papers') this.scope = this.paper?.day ? 'day' : 'all';
  }

  /** All papers of a day go into one file. */
  get perDay(): boolean {
    return this.format === 'markdown' && this.choice?.ways.byDay === true;
  }

  narrow(part: Partial<ExportFilter>): void {
    this.filter = { ...this.filter, ...part };
    this.forget();
  }

  of(scope: ScopeKind): void {
    this.scope = scope;
    this.forget();
  }

  as(format: ExportFormat): void {
    this.format = format;
    this.fit();
    this.forget();
  }

  async chooseFolder(): Promise<void> {
    await this.choose(() => this.client.chooseExportFolder());
  }

  async chooseTemplate(): Promise<void> {
    await this.choose(() => this.client.chooseExportTemplate());
  }

  private async choose(ask: () => Promise<ExportChoice>): Promise<void> {
    try {
      this.choice = await ask();
      this.forget();
    } catch (error) {
      this.fail(error);
    }
  }

  /** What was shown is about other choices. */
  private forget(): void {
    this.report = null;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.look(), PAUSE_MS);
  }

  private get ask(): ExportAsk | null {
    if (!this.ways) return null;
    const papers = this.paper ? [this.paper.id] : [];
    const scopes: Record<ScopeKind, ExportScope> = {
      papers: { kind: 'papers', papers }, day: { kind: 'day', day: this.paper?.day ?? '' }, all: { kind: 'all' },
      chosen: { kind: 'papers', papers: this.chosen.map(({ paper }) => paper) },
    };
    const notes = this.scope === 'chosen' ? this.chosen.map(({ id }) => id) : [];
    return { scope: scopes[this.scope], filter: { ...this.filter, notes }, ways: this.ways, format: this.format };
  }

  /** Asks for the preview of the open paper, or of the first chosen one; a late answer to an older question is dropped. */
  private look(): void {
    const { ask } = this;
    const paper = this.scope === 'chosen' ? this.chosen[0]?.paper : this.paper?.id;
    if (!ask || paper === undefined) return;
    const asked = ++this.asked;
    this.client.exportPreview(ask, paper).then(
      (preview) => {
        if (asked === this.asked) [this.preview, this.trouble] = [preview, null];
      },
      (error: unknown) => {
        if (asked === this.asked) [this.preview, this.trouble] = [null, asCommandError(error)];
      },
    );
  }

  /** Exports, or says what would change. */
  async run(dry: boolean): Promise<void> {
    const { ask } = this;
    if (!ask || this.running) return;
    if (!this.choice?.folder) {
      await this.chooseFolder();
      if (!this.choice?.folder) return;
    }
    [this.running, this.progress, this.report] = [true, null, null];
    try {
      this.report = await this.client.runExport(ask, dry);
    } catch (error) {
      this.fail(error);
    } finally {
      this.running = false;
    }
  }

  stop(): void {
    this.client.cancelExport().catch(this.fail);
  }
}
