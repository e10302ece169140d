import { errorBody, type ErrorBody, type ErrorCode } from '@keyhaven/contracts/shared/errors';
import { isHeldRoute } from '@keyhaven/contracts/shared/held-route';
import { publicContracts } from '../contracts';
import type { ExamplesOf } from './examples';

/** A recorded error body for each code, if there is one. */
export type RecordedErrors = ReadonlyMap<ErrorCode, ErrorBody>;

/**
 * Finds an error body for each code in the recorded examples. If there are several for a code,
 * takes the body of the first operation in alphabetical order.
 */
export function recordedErrors(examplesOf: ExamplesOf): RecordedErrors {
  const found = new Map<ErrorCode, ErrorBody>();
  const routes = publicContracts.flatMap((contract) => Object.entries(contract.routes));
  for (const [name, route] of routes.sort(([one], [other]) => (one < other ? -1 : 1))) {
    // Skip routes that wait for events: they have different limits, so their error messages do
    // not fit other routes.
    if (isHeldRoute(route)) continue;
    for (const { response } of examplesOf(name)) {
      // The strict schema excludes OAuth errors, which have additional fields.
      const body = errorBody.strict().safeParse(response.body);
      if (body.success && !found.has(body.data.status)) found.set(body.data.status, body.data);
    }
  }
  return found;
}
