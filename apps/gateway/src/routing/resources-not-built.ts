/**
 * Resources of similar APIs that clients may expect, but that this platform does not have. The texts say what to use
 * instead.
 */
const resourcesNotBuilt: Readonly<Record<string, string>> = {
  reviews: 'there is nothing to use instead',
  listings: 'use GET /v2/properties for what is let, and GET /v2/listing_sites for where',
  inquiries: 'use GET /v2/quotes for requested stays, and GET /v2/messages for what was written',
  widgets: 'build pages from GET /v2/properties, GET /v2/calendar and POST /v2/quotes, whose payment_form guests open',
};

/** The first segments of the public API's paths. */
const versions = new Set(['v1', 'v1.1', 'v2', 'api']);

/**
 * Returns the message of the 404 for a path of one of the resources above. Undefined for all other
 * paths.
 */
export function notBuilt([version = '', resource = '']: readonly string[]): string | undefined {
  const hint =
    versions.has(version) && Object.hasOwn(resourcesNotBuilt, resource) ? resourcesNotBuilt[resource] : undefined;
  return hint && `the resource ${resource} is not part of this platform; ${hint}`;
}
