/**
 * A placeholder in a planned request for a value from an earlier response. It is replaced when the request is sent,
 * because the earlier responses are available only then.
 */
export class FromPool {
  constructor(
    /** The name of the value in the pool, such as booking_id. */
    readonly name: string,
    /** Selects one of the values with this name: the position in the list of values, as a number from 0 to 1. */
    readonly at: number,
    /** The value that is sent if the pool has no value with this name. */
    readonly otherwise: unknown,
  ) {}
}

/** The names of the values that later requests take from responses, in addition to ids. */
const answered = new Set([
  'authorization_code',
  'client_id',
  'client_secret',
  'code',
  'etag',
  'expires',
  'key',
  'next_cursor',
  'refresh_token',
  'request_id',
  'signature',
  'token',
]);

/**
 * Parameters and fields whose values have a different name in the pool of earlier values. Maps the name of the
 * parameter or field to the name in the pool.
 */
const synonyms: ReadonlyMap<string, string> = new Map([
  ['after', 'next_cursor'],
  ['last-event-id', 'next_cursor'],
  ['start_after', 'next_cursor'],
  ['if-match', 'etag'],
  ['if-none-match', 'etag'],
  ['include_tag_id', 'tag_definition_id'],
  ['exclude_tag_id', 'tag_definition_id'],
  ['access_token', 'token'],
]);

/**
 * Returns the name under which the pool of earlier values stores the values of a field or parameter; undefined if
 * responses contain no such values.
 */
export function poolNameOf(field: string): string | undefined {
  const name = singular(snakeCase(field));
  const known = synonyms.get(name) ?? name;
  return known.endsWith('_id') || answered.has(known) ? known : undefined;
}

/** Converts `propertyIds` to property_ids. */
function snakeCase(name: string): string {
  return name.replace(/([a-z])([A-Z])/g, '$1_$2').toLowerCase();
}

/** Converts `bookings` to booking, and `property_ids` to property_id. */
export function singular(name: string): string {
  if (name.endsWith('ies')) return `${name.slice(0, -3)}y`;
  if (name.endsWith('sses')) return name.slice(0, -2);
  return name.endsWith('s') && !name.endsWith('ss') && name !== 'expires' ? name.slice(0, -1) : name;
}

/** Returns the name of the id at the end of a path: booking_id for /v2/bookings and for /v2/bookings/{id}. */
export function idNameOf(template: string, parameter = 'id'): string {
  const segments = template.split('/').filter((segment) => segment !== '');
  const at = segments.indexOf(`{${parameter}}`);
  const before = (at < 0 ? segments : segments.slice(0, at)).filter((segment) => !segment.startsWith('{'));
  const resource = singular(before.at(-1) ?? 'record');
  return `${resources.get(resource) ?? resource}_id`;
}

/**
 * Returns the name of the ids of the records in the response for a path, such as delivery_id for …/{id}/deliveries.
 */
export function answeredIdOf(template: string): string {
  return idNameOf(template, '');
}

/** Resources whose names in paths differ from their names in fields. */
const resources: ReadonlyMap<string, string> = new Map([
  ['tagdefinition', 'tag_definition'],
  ['fielddefinition', 'field_definition'],
  ['requestlog', 'logged_request'],
]);
