import type { QueryRun } from '../planner/query-run';
import type { HeldDocuments } from '../storage/held-documents';
import type { DocumentSource } from './fill-batch';
import type { TimeLimit } from './time-limit';

/**
 * The documents of a running query, each converted by `prepare` (a projection). The time limit counts only while the
 * query runs.
 */
export function querySource(run: QueryRun, limit: TimeLimit, prepare: (raw: Buffer) => Buffer): DocumentSource {
  return {
    step(until) {
      limit.resume();
      const found = run.step(until);
      return found === undefined || found === 'later' ? found : prepare(found.raw);
    },
    pause() {
      run.pause();
      limit.pause();
    },
    close: () => run.close(),
    get holdsMemory() {
      return run.holdsMemory;
    },
    get isFinished() {
      return run.isFinished;
    },
  };
}

/** A source over a list of documents; `held` is the memory of these, if it must be released. */
export function listSource(documents: Buffer[], held?: HeldDocuments): DocumentSource {
  let next = 0;
  return {
    step: () => documents[next++],
    pause: () => undefined,
    close: () => held?.close(),
    holdsMemory: held !== undefined,
    get isFinished() {
      return next >= documents.length;
    },
  };
}
