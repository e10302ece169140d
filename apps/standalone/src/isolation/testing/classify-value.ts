import type { Leaf } from './schema-leaves';
import { type NamedRoute, titleOf } from './public-routes';

export type Place = 'path' | 'query' | 'header' | 'body';

/** The kinds of records for fields that are not named after a kind. The key is the name of the field, in snake_case. */
const kindsByField: Readonly<Record<string, string>> = {
  include_tag_ids: 'tag_definition',
  exclude_tag_ids: 'tag_definition',
  discount_code: 'discount_code',
  listing_site: 'listing_site_name',
  form_key: 'form_key',
  start_after: 'event_cursor',
  'last-event-id': 'event_cursor',
  from_contact_id: 'guest',
  credential: 'credential',
  request_id: 'request_header',
  key: 'property_key',
  app_key: 'app_key',
  client_id: 'client_id',
  record_id: 'entity',
  remitted_by_listing_site_ids: 'listing_site',
};
/** The kinds of records for fields whose meaning depends on the route. The key is the route and the field. */
const kindsByRouteAndField: Readonly<Record<string, string>> = {
  'GET /v2/events after': 'event_cursor',
  'GET /v2/spotrates after': 'spot_rate',
};
/** The kinds of records for path segments that are not the plural of a kind. */
const kindsBySegment: Readonly<Record<string, string>> = {
  calendar: 'property',
  propertysearch: 'property',
  requestlog: 'request',
  webhooksubscriptions: 'subscription',
  tagdefinitions: 'tag_definition',
  fielddefinitions: 'field_definition',
  accounts: 'user',
  close: 'user',
  pricing: 'property',
  refunds_due: 'booking',
  statement_settings: 'user',
  taxes: 'tax',
  users: 'person',
};
/**
 * Fields whose names look like ids, but that refer to no record. For example, clients choose the codes of custom
 * fields.
 */
const namesNothing = new Set(['currency_code', 'postal_code', 'code', 'full_code', 'internal_code', 'door_codes']);
/** Fields that contain new secrets in responses. Clients do not send these fields back. */
const newSecrets = new Set(['client_secret', 'token']);
/** Headers that refer to no record. */
const plainHeaders = new Set(['accept', 'idempotency-key', 'if-match', 'if-none-match', 'prefer']);

/** Path segments that name an action on a record, not a kind of record. */
const actions = new Set(['complete', 'enable', 'fail', 'remove', 'replay', 'rotate_secret', 'test', 'void']);

const looksLikeId = /(^|_)(ids?|keys?|tokens?|codes?|cursor|secret|after)$/;

/**
 * Returns the kind of record whose id a value of a request is, such as `booking`. Special kinds:
 * `entity` if another field contains the kind, and `text` for free text. Undefined means that the
 * value refers to no record.
 * @throws Error for a value that may be an id, but whose name and path do not show its kind.
 */
export function kindOfValue(named: Pick<NamedRoute, 'route'>, place: Place, leaf: Leaf): string | undefined {
  const { route } = named;
  const names = leaf.path.filter((name) => name !== '[]');
  const field = snakeCase(names.at(-1) ?? '');
  if (place === 'header' && plainHeaders.has(field)) return undefined;
  if (leaf.kind === 'echo' && newSecrets.has(field)) return undefined;
  // This field defines the code of a discount. It does not refer to an existing discount.
  if (names.join('.') === 'criteria.discount_code') return undefined;
  const known = kindsByRouteAndField[`${titleOf(named)} ${field}`] ?? kindsByField[field];
  if (known !== undefined) return known;
  const isId = leaf.kind === 'id' || leaf.kind === 'ids' || leaf.kind === 'guid';
  if (!isId && namesNothing.has(field)) return undefined;
  const mayBeId = isId || (leaf.kind !== 'value' && leaf.kind !== 'flag' && looksLikeId.test(field));
  if (mayBeId) {
    const kind = kindByName(field, { place, path: route.path, above: names.at(-2) });
    if (kind !== undefined) return kind;
  }
  // Every path parameter and every header must be in one of the lists above.
  const isUnderstood = !mayBeId && (leaf.words.length > 0 || place === 'query' || place === 'body');
  if (isUnderstood) return place === 'query' && leaf.kind === 'text' ? 'text' : undefined;
  throw new Error(
    `${titleOf(named)}: cannot tell whose id ${leaf.path.join('.')} in the ${place} is; add it to classify-value.ts`,
  );
}

function kindByName(field: string, { place, path, above }: { place: Place; path: string; above?: string }) {
  const segments = path.split('/').filter((segment) => !segment.startsWith(':') && !actions.has(segment));
  const listed = singular(segments.at(-1)!);
  if (field === 'after_id') return listed;
  if (field === 'id' || field === 'detail_id') {
    if (place === 'path') return singular(segmentBefore(path, field));
    return above === undefined ? listed : singular(above);
  }
  const [, kind] = /^(.+)_ids?$/.exec(field) ?? [];
  return kind;
}

function segmentBefore(path: string, parameter: string): string {
  const segments = path.split('/');
  return segments[segments.indexOf(`:${parameter}`) - 1]!;
}

/** Returns `address` for `addresses`, and `delivery` for `deliveries`. */
function singular(plural: string): string {
  const regular = () =>
    plural
      .replace(/ies$/, 'y')
      .replace(/sses$/, 'ss')
      .replace(/([^s])s$/, '$1');
  return kindsBySegment[plural] ?? regular();
}

/** Returns `property_id` for `propertyId`. */
function snakeCase(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
