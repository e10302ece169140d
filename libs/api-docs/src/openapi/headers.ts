import { DRY_RUN, mayBeDry, NULL_IN_DRY_RUNS } from '@keyhaven/contracts/shared/dry-run';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import type { AppRoute } from '@keyhaven/contracts/platform/ts-rest';
import { z } from 'zod';
import type { Header, Reference } from './document';
import type { DocumentKind } from './kinds';

const COMPONENT = '#/components/headers/';

const seconds = { type: 'integer', format: 'int32', minimum: 0 };
const count = { type: 'integer', format: 'int32', minimum: 0 };

/** The response headers, by name. */
export const answerHeaders = {
  'X-Request-Id': {
    description:
      'The id of the request. It is the X-Request-Id that the client sent, or a new id. Name it in questions to the operator.',
    schema: { type: 'string', example: '0d6f6f4e-4b0b-4a53-9f3f-0c9a6f1f6f0e' },
  },
  'X-Ignored': {
    description:
      'The query parameters and body fields that the platform did not read, percent-encoded and separated by commas. The last entry is `...` if there are more than 20. Absent if there are none.',
    schema: { type: 'string', example: 'sort, guest.nickname' },
  },
  ETag: {
    description:
      'The version of the record and a hash of the answer. Send it as If-Match with a change to make the change only if nobody else changed the record in the meantime, or as If-None-Match with a read to get a 304 if the answer is still the same.',
    schema: { type: 'string', example: '"3-q83vASNFZ4mrze8B"' },
  },
  'Preference-Applied': {
    description: `Present if the request was a dry run: it was evaluated and answered, but changed nothing. ${NULL_IN_DRY_RUNS}`,
    schema: { type: 'string', enum: [DRY_RUN] },
  },
  'Retry-After': {
    description: 'After how many seconds to send the request again.',
    schema: { ...seconds, example: 12 },
  },
  'RateLimit-Limit': {
    description: 'How many requests the account may send in a minute. Also sent as X-RateLimit-Limit.',
    schema: { ...count, example: 6000 },
  },
  'RateLimit-Remaining': {
    description: 'How many requests remain in the current minute. Also sent as X-RateLimit-Remaining.',
    schema: { ...count, example: 5987 },
  },
  'RateLimit-Reset': {
    description: 'In how many seconds the count starts again. Also sent as X-RateLimit-Reset.',
    schema: { ...seconds, example: 41 },
  },
  Deprecation: {
    description: 'Since when version 1 is deprecated (RFC 9745): the seconds since 1970, after an @.',
    schema: { type: 'string', example: '@1790121600' },
  },
  Sunset: {
    description: 'When version 1 ends (RFC 8594). Absent while no end is announced.',
    schema: { type: 'string', example: 'Thu, 23 Sep 2027 00:00:00 GMT' },
  },
  Link: {
    description: 'The page about the deprecation.',
    schema: { type: 'string', example: '</help/v2/changes#version-1>; rel="deprecation"; type="text/html"' },
  },
} as const satisfies Record<string, Header>;
export type AnswerHeader = keyof typeof answerHeaders;

/** The services whose records have a version, so that responses with one record have an ETag. */
const withVersions: readonly DataServiceName[] = ['booking', 'fees', 'finance', 'messaging', 'pricing', 'webhook'];

const ofGateway: readonly AnswerHeader[] = [
  'X-Request-Id',
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
];

/** The headers that every response has in a document of this kind. */
export function headersOfEveryAnswer(kind: Pick<DocumentKind, 'isPublic' | 'isDeprecated'>): readonly AnswerHeader[] {
  if (!kind.isPublic) return ['X-Request-Id'];
  return kind.isDeprecated ? [...ofGateway, 'Deprecation', 'Sunset', 'Link'] : ofGateway;
}

export function referTo(names: readonly AnswerHeader[]): Record<string, Reference> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `${COMPONENT}${name}` }]));
}

/** The headers of a route's successful response, in addition to those that every response has. */
export function successHeaders(service: DataServiceName | undefined, route: AppRoute): AnswerHeader[] {
  const names: AnswerHeader[] = ['X-Ignored'];
  if (hasETag(service, route)) names.push('ETag');
  if (mayBeDry(route)) names.push('Preference-Applied');
  return names;
}

/** Whether a route can respond with 304 to a request with If-None-Match: every read that returns an ETag can. */
export function mayBeUnchanged(service: DataServiceName | undefined, route: AppRoute): boolean {
  return route.method === 'GET' && hasETag(service, route);
}

function hasETag(service: DataServiceName | undefined, route: AppRoute): boolean {
  if (takesHeader(route, 'if-none-match')) return true;
  const answer = route.responses[200];
  if (route.path.startsWith('/internal/')) return false;
  // In the webhook service, only records with `updated_utc` have a version: subscriptions do, deliveries do not.
  const versioned = service === 'webhook' ? 'updated_utc' : 'id';
  return service !== undefined && withVersions.includes(service) && hasField(answer, versioned);
}

/** Whether the contract of a route declares this request header. */
function takesHeader(route: AppRoute, name: string): boolean {
  return route.headers instanceof z.ZodObject && name in route.headers.shape;
}

function hasField(answer: unknown, field: string): boolean {
  return answer instanceof z.ZodObject && field in answer.shape;
}
