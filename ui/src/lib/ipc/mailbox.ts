// Events of the shell, from before the interface is there.
import type { Client } from './client';
import type { Event } from './generated/wire';

/** Takes events from the first moment on. Those that come before somebody follows wait: a paper that is to be opened, a list that changed. */
export class Mailbox {
  private readonly waiting: Event[] = [];
  private follower: ((event: Event) => void) | null = null;

  private constructor() {}

  /** Resolves once no event is missed any more: what is asked of the shell from then on is not older than the events. */
  static async of(client: Client): Promise<Mailbox> {
    const mailbox = new Mailbox();
    await client.onEvent((event) => mailbox.take(event));
    return mailbox;
  }

  /** Hands over what waits, and everything from now on. */
  follow(follower: (event: Event) => void): void {
    this.follower = follower;
    this.waiting.splice(0).forEach(follower);
  }

  private take(event: Event): void {
    if (this.follower) this.follower(event);
    else this.waiting.push(event);
  }
}
