import type { AppRoute } from '../platform/ts-rest';
import { isOpenRoute } from './open-route';

/**
 * The preference (RFC 7240) with which a client asks for a dry run: the request is evaluated and answered, but changes
 * nothing.
 */
export const DRY_RUN = 'dry-run';
/** The query parameter that asks for a dry run, for clients that cannot set headers. */
export const DRY_RUN_PARAMETER = 'dry_run';
/** Every answer of a dry run has this header. */
export const PREFERENCE_APPLIED_HEADER = 'preference-applied';

/**
 * What clients read about ids in answers of dry runs. Schemas do not declare them nullable, because then every client
 * would have to expect null in the answers of all other requests (decision 023).
 */
export const NULL_IN_DRY_RUNS =
  'The ids and keys of what it did not store, and addresses that contain them, are then null, even if their schemas do not allow null.';

const ofStored = /(^id|_id|Id|_key|Key|payment_form|paymentForm|attachment_urls|attachmentUrls)$/;

/** Whether only a stored record has the field, so that the answer of a dry run may contain null instead. */
export function mayBeNullInDryRun(field: string): boolean {
  return ofStored.test(field);
}

/** Marks a route that only previews: each of its requests is a dry run. Put it on the route as `metadata`. */
export const previewRoute = { previews: 'always' } as const;

/** Marks a route whose requests are dry runs when their body has `test: true`. */
export const testableRoute = { previews: 'tests' } as const;

/** Whether a request is a dry run because of its route and body, without the preference. */
export function isPreview({ metadata }: Pick<AppRoute, 'metadata'>, body: unknown): boolean {
  if (typeof metadata !== 'object' || metadata === null || !('previews' in metadata)) return false;
  if (metadata.previews === previewRoute.previews) return true;
  const isTest = typeof body === 'object' && body !== null && 'test' in body && body.test === true;
  return metadata.previews === testableRoute.previews && isTest;
}

/**
 * Whether clients can ask a public route for a dry run. They can for every write, except on routes for guests and
 * browsers.
 */
export function mayBeDry(route: AppRoute): boolean {
  return route.method !== 'GET' && !isOpenRoute(route);
}
