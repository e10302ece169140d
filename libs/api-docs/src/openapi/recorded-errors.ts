import { errorBody, type ErrorBody, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import { isHeldRoute } from '@keyhaven/contracts/shared/held-route';
import { publicContracts } from '../contracts';
import type { ExamplesOf } from './examples';

/** Bodies of errors that the platform has answered, by code. */
export type RecordedErrors = ReadonlyMap<ErrorCode, ErrorBody>;

/** Finds an answer for each code in the recorded examples: the first one, by the names of the operations. */
export function recordedErrors(examplesOf: ExamplesOf): RecordedErrors {
  const found = new Map<ErrorCode, ErrorBody>();
  const routes = publicContracts.flatMap((contract) => Object.entries(contract.routes));
  for (const [name, route] of routes.sort(([one], [other]) => (one < other ? -1 : 1))) {
    // Routes that wait for events have limits of their own, so their messages do not fit other routes.
    if (isHeldRoute(route)) continue;
    for (const { response } of examplesOf(name)) {
      // Errors of OAuth have more fields.
      const body = errorBody.strict().safeParse(response.body);
      if (body.success && !found.has(body.data.status)) found.set(body.data.status, body.data);
    }
  }
  return found;
}
