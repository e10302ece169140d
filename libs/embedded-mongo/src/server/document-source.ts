import type { QueryRun } from '../planner/query-run';
import type { DocumentSource } from './fill-batch';

/** The documents of a running query, each made ready by a function (a projection). */
export function querySource(run: QueryRun, prepare: (raw: Buffer) => Buffer): DocumentSource {
  return {
    step(until) {
      const found = run.step(until);
      return found === undefined || found === 'later' ? found : prepare(found.raw);
    },
    pause: () => run.pause(),
    get isFinished() {
      return run.isFinished;
    },
  };
}

/** Documents that are known already. */
export function listSource(documents: Buffer[]): DocumentSource {
  let next = 0;
  return {
    step: () => documents[next++],
    pause: () => undefined,
    get isFinished() {
      return next >= documents.length;
    },
  };
}
