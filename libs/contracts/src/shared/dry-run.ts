import type { AppRoute } from '../platform/ts-rest';
import { isOpenRoute } from './open-route';

/**
 * The preference (RFC 7240) with which a client asks for a dry run: the platform evaluates the request and responds,
 * but changes nothing.
 */
export const DRY_RUN = 'dry-run';
/** The query parameter that asks for a dry run, for clients that cannot set headers. */
export const DRY_RUN_PARAMETER = 'dry_run';
/** The header that every response of a dry run has. */
export const PREFERENCE_APPLIED_HEADER = 'preference-applied';

/**
 * The sentence about ids in the documentation of dry runs. Schemas do not declare ids nullable, because every client
 * would then have to expect null in the responses of all other requests (decision 023).
 */
export const NULL_IN_DRY_RUNS =
  'The ids and keys of what it did not store, and addresses that contain them, are then null, even if their schemas do not allow null.';

const ofStored = /(^id|_id|Id|_key|Key|payment_form|paymentForm|attachment_urls|attachmentUrls)$/;

/**
 * Whether the response of a dry run may contain null in this field, because the field has a value only in a stored
 * record.
 */
export function mayBeNullInDryRun(field: string): boolean {
  return ofStored.test(field);
}

/**
 * Marks a route whose requests are all dry runs, because it only previews. Put it on the route as
 * `metadata`.
 */
export const previewRoute = { previews: 'always' } as const;

/** Marks a route whose requests are dry runs when their body has `test: true`. */
export const testableRoute = { previews: 'tests' } as const;

/** Whether the route or the request body makes the request a dry run, even without the preference. */
export function isPreview({ metadata }: Pick<AppRoute, 'metadata'>, body: unknown): boolean {
  if (typeof metadata !== 'object' || metadata === null || !('previews' in metadata)) return false;
  if (metadata.previews === previewRoute.previews) return true;
  const isTest = typeof body === 'object' && body !== null && 'test' in body && body.test === true;
  return metadata.previews === testableRoute.previews && isTest;
}

/**
 * Whether clients can request a dry run on a public route. They can on every write route, except on routes for guests
 * and browsers.
 */
export function mayBeDry(route: AppRoute): boolean {
  return route.method !== 'GET' && !isOpenRoute(route);
}
