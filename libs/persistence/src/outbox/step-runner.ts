import { ApiError } from '@keyhaven/contracts/shared/errors';
import type { Draining } from './drain';
import { finishEntries } from './finish-entries';

/** Follow-up work: safe to run again at any time, with the same arguments. */
export type StepHandler = (args: Record<string, unknown>, document: { userId: number; id: number }) => Promise<void>;

/** Runs the steps that documents ask for in their outboxes. */
export class StepRunner {
  private readonly handlers = new Map<string, StepHandler>();

  /** @param failed is told of failures of the platform, not of refusals. */
  constructor(private readonly failed: (failure: { step: string; documentId: number; reason: string }) => void) {}

  define(name: string, handler: StepHandler): void {
    this.handlers.set(name, handler);
  }

  /**
   * Runs the steps of a document in their order before its write is answered, whatever the bus does. Those that decide
   * the answer wait for no other; they are removed with the events, and may so be run again.
   * @returns what a deciding step threw.
   */
  async runNow(draining: Draining): Promise<Error | undefined> {
    const done: string[] = [];
    let refusal: Error | undefined;
    // Older steps in the spill collection go first: the relay does them all, in their order.
    let held = draining.spilledUpTo !== undefined;
    for (const entry of draining.entries) {
      if (entry.kind !== 'step' || (held && !entry.decides)) continue;
      const failure = await this.try(draining, entry.name, entry.args);
      if (failure === undefined && entry.decides) draining.told.add(entry.id);
      else if (failure === undefined) done.push(entry.id);
      else if (entry.decides) refusal ??= failure;
      else held = true;
    }
    draining.entries = draining.entries.filter(({ id }) => !done.includes(id) && !draining.told.has(id));
    await finishEntries([{ draining, done }]);
    return refusal;
  }

  /** Runs a step, and answers what it threw. */
  async try(draining: Draining, name: string, args: Record<string, unknown>): Promise<Error | undefined> {
    try {
      const handler = this.handlers.get(name);
      if (!handler) throw new Error(`there is no step ${name}`);
      await handler(args, { userId: draining.userId, id: draining.id });
      return undefined;
    } catch (error) {
      // A refusal is an answer; everything else is a failure of the platform.
      if (!(error instanceof ApiError && error.status < 500)) {
        this.failed({ step: name, documentId: draining.id, reason: String(error) });
      }
      return error instanceof Error ? error : new Error(String(error));
    }
  }
}
