/**
 * A placeholder in a planned request for a value from an earlier answer. It is replaced when the request is sent,
 * because the earlier answers are known only then.
 */
export class FromPool {
  constructor(
    /** The name of the value in the pool, such as booking_id. */
    readonly name: string,
    /** Which of the known values to use: a position from 0 to 1 in their list. */
    readonly at: number,
    /** The value that is sent if the pool has no value of this name. */
    readonly otherwise: unknown,
  ) {}
}

/** The names of values in answers that later requests use, apart from ids. */
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

/** Names of parameters and fields that take values which the pool has under another name. */
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

/** The name of a value in the pool, from the name of a field or parameter; undefined if answers contain no such value. */
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

/** The name of the id at the end of a path, such as booking_id for /v2/bookings and for /v2/bookings/{id}. */
export function idNameOf(template: string, parameter = 'id'): string {
  const segments = template.split('/').filter((segment) => segment !== '');
  const at = segments.indexOf(`{${parameter}}`);
  const before = (at < 0 ? segments : segments.slice(0, at)).filter((segment) => !segment.startsWith('{'));
  const resource = singular(before.at(-1) ?? 'record');
  return `${resources.get(resource) ?? resource}_id`;
}

/**
 * The name of the ids of the records that the answer for a path contains, such as delivery_id for …/{id}/deliveries.
 */
export function answeredIdOf(template: string): string {
  return idNameOf(template, '');
}

/** Resources that have one name in paths and another one in fields. */
const resources: ReadonlyMap<string, string> = new Map([
  ['tagdefinition', 'tag_definition'],
  ['fielddefinition', 'field_definition'],
  ['requestlog', 'logged_request'],
]);
