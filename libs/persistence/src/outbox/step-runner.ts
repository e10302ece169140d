import { AsyncLocalStorage } from 'node:async_hooks';
import { isRefusal } from '@keyhaven/contracts/shared/errors';
import type { Draining } from './drain';
import { finishEntries } from './finish-entries';
import { revisionOf, type StepEntry } from './outbox-entry';

/** The document whose step is run, and for whom. */
export interface StepDocument {
  userId: number;
  id: number;
  /** The revision of the write that is answered by what the step throws; absent when nobody waits for that. */
  answering?: number;
}

/** Follow-up work: safe to run again at any time, with the same arguments. */
export type StepHandler = (args: Record<string, unknown>, document: StepDocument) => Promise<void>;

/** How many deciding steps a process remembers as decided; one that it forgot is run again, which is safe. */
const REMEMBERED = 10_000;

const running = new AsyncLocalStorage<true>();

/** Whether the caller is part of a step: its writes wait for no step, for that may be the very one. */
export function isWithinStep(): boolean {
  return running.getStore() === true;
}

/** Begins work that outlasts the step which it may be called in. */
export function outsideSteps<Result>(work: () => Result): Result {
  return running.exit(work);
}

/** Runs the steps that documents ask for in their outboxes. */
export class StepRunner {
  private readonly handlers = new Map<string, StepHandler>();
  /** Ids of deciding steps that have decided: what they asked for was done, or refused. The oldest come first. */
  private readonly decided = new Set<string>();

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
      const isAnswer = entry.decides && revisionOf(entry) === draining.revision;
      const failure = await this.try(draining, entry, isAnswer ? draining.revision : undefined);
      if (failure === undefined && entry.decides) draining.told.add(entry.id);
      else if (failure === undefined) done.push(entry.id);
      else if (entry.decides) refusal ??= failure;
      else held = true;
    }
    draining.entries = draining.entries.filter(({ id }) => !done.includes(id) && !draining.told.has(id));
    await finishEntries([{ draining, done }]);
    return refusal;
  }

  /** Which of a document's steps decide an earlier write, and have not done so as far as this process knows. */
  undecided(steps: readonly StepEntry[]): StepEntry[] {
    return steps.filter(({ id, decides }) => decides && !this.decided.has(id));
  }

  /**
   * Runs steps that decide earlier writes of a document. What they refuse is no matter of whoever calls: the document
   * is then as if it had not been asked for.
   * @throws what kept one from deciding.
   */
  async decide(draining: Pick<Draining, 'id' | 'userId'>, steps: readonly StepEntry[]): Promise<void> {
    for (const step of steps) {
      const failure = await this.try(draining, step);
      if (failure && !isRefusal(failure)) throw failure;
    }
  }

  /** Runs a step, and answers what it threw. */
  async try(
    { userId, id }: Pick<Draining, 'id' | 'userId'>,
    step: StepEntry,
    answering?: number,
  ): Promise<Error | undefined> {
    try {
      const handler = this.handlers.get(step.name);
      if (!handler) throw new Error(`there is no step ${step.name}`);
      await running.run(true, () => handler(step.args, { userId, id, answering }));
      this.remember(step);
      return undefined;
    } catch (error) {
      // A refusal is an answer; everything else is a failure of the platform.
      if (isRefusal(error)) this.remember(step);
      else this.failed({ step: step.name, documentId: id, reason: String(error) });
      return error instanceof Error ? error : new Error(String(error));
    }
  }

  private remember({ id, decides }: StepEntry): void {
    if (!decides) return;
    if (this.decided.size >= REMEMBERED) this.decided.delete(this.decided.values().next().value!);
    this.decided.add(id);
  }
}
