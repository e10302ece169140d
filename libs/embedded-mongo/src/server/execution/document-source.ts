import type { QueryRun } from '../../planner/query-run';
import type { DocumentBuffer } from '../../storage/document-buffer';
import type { DocumentSource } from './fill-batch';
import type { TimeLimit } from './time-limit';

/**
 * The documents of a running query. `prepare` converts each one, for example by a projection. The
 * time limit counts only while the query runs.
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

/** Creates a source of a list of documents. If `buffer` is given, closing the source releases its memory. */
export function listSource(documents: Buffer[], buffer?: DocumentBuffer): DocumentSource {
  let next = 0;
  return {
    step: () => documents[next++],
    pause: () => undefined,
    close: () => buffer?.close(),
    holdsMemory: buffer !== undefined,
    get isFinished() {
      return next >= documents.length;
    },
  };
}
