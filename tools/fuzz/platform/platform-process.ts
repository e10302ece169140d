import type { ChildProcess } from 'node:child_process';
import type { Command, Reply } from './messages';

type ReplyOf<Kind extends Reply['kind']> = Extract<Reply, { kind: Kind }>;

/** The value of `ended` for a process that ended after the command `stop`. */
export const STOPPED = 'ended with code 0';

/** Exchanges commands and replies with the process of a platform. */
export class PlatformProcess {
  /** How the process ended, such as `ended with code 1`. */
  readonly ended: Promise<string>;

  constructor(private readonly child: ChildProcess) {
    this.ended = new Promise((resolve) => {
      child.once('exit', (code, signal) => resolve(`ended with ${signal ?? `code ${code}`}`));
      // Ignore errors about sending to a process that has just ended, because `ended` says more. Only handle a failed
      // start.
      child.on('error', (error) => {
        if (child.pid === undefined) resolve(`did not start: ${error.message}`);
      });
    });
  }

  /** Sends a command. Does nothing if the process has ended. */
  order(command: Command): void {
    this.child.send(command);
  }

  /**
   * Waits for the next reply of a kind. @throws Error that says how the process ended, if the
   * process ends before this reply.
   */
  replyOf<Kind extends Reply['kind']>(kind: Kind): Promise<ReplyOf<Kind>> {
    const isWanted = (message: unknown): message is ReplyOf<Kind> =>
      typeof message === 'object' && message !== null && 'kind' in message && message.kind === kind;
    return new Promise((resolve, reject) => {
      const read = (message: unknown) => {
        if (!isWanted(message)) return;
        this.child.off('message', read);
        resolve(message);
      };
      this.child.on('message', read);
      void this.ended.then((how) => reject(new Error(`the platform ${how}`)));
    });
  }
}
