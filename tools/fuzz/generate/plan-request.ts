import type { JsonSchema } from '@keyhaven/api-docs/schemas/json-schema';
import type { FuzzedOperation } from '../api/operations';
import type { Dice } from './dice';
import { FromPool, idNameOf, poolNameOf } from './from-pool';
import { mutations } from './mutations';
import type { Credentials, Kind, Plan, PlannedBody } from './plan';
import { dateAt, type Surroundings, validValue } from './valid-values';

/** The share of valid requests, from 0 to 1. */
const VALID = 0.4;
/** The share of nearly valid requests. All other requests are hostile. */
const NEAR_VALID = 0.35;
const FROM_EXAMPLE = 0.5;
/** The probability that a request contains an optional parameter. */
const OPTIONAL = 0.2;
const MAX_DAYS = 700;

/**
 * Operations that OAuth apps call with the credentials of the app. The credentials are in the form
 * for `exchangeToken`, and in the header Authorization (Basic) for `revokeOAuthToken`.
 */
const ofClients: Readonly<Record<string, Credentials>> = { exchangeToken: 'none', revokeOAuthToken: 'client' };

/** Plans a request of an operation, valid or not. */
export function planRequest(operation: FuzzedOperation, at: Pick<Surroundings, 'now' | 'receiver'>, dice: Dice): Plan {
  const share = dice.share();
  const kind: Kind = share < VALID ? 'valid' : share < VALID + NEAR_VALID ? 'near-valid' : 'hostile';
  const plan = planValid(operation, { ...at, day: dice.whole(1, MAX_DAYS), nights: dice.whole(1, 10) }, dice);
  const changes = kind === 'valid' ? 0 : kind === 'near-valid' ? 1 : dice.whole(2, 4);
  for (let made = 0, tried = 0; made < changes && tried < 20; tried++) {
    const change = dice.pick(mutations)(plan, dice);
    if (change === undefined) continue;
    plan.changes.push(change);
    made++;
  }
  return { ...plan, kind };
}

function planValid(operation: FuzzedOperation, at: Surroundings, dice: Dice): Plan {
  const { template, method, parameters } = operation;
  const plan: Plan = {
    operation,
    kind: 'valid',
    changes: [],
    method,
    path: {},
    query: [],
    rawQuery: '',
    headers: [],
    credentials: ofClients[operation.id] ?? (dice.chance(0.1) ? 'basic' : 'bearer'),
    body: planBody(operation, at, dice),
  };
  for (const { name, in: place, required = false, schema } of parameters) {
    if (!required && !dice.chance(OPTIONAL)) continue;
    const isId = place === 'path' && ['id', 'detail_id'].includes(name);
    const value = isId
      ? new FromPool(idNameOf(template, name), dice.share(), dice.whole(1, 50))
      : validValue(schema, name, at, dice);
    if (place === 'path') plan.path[name] = value;
    else if (place === 'query') plan.query.push([name, value]);
    else plan.headers.push([name, value]);
  }
  // Some writes have an Idempotency-Key, which later requests may repeat.
  if (method !== 'GET' && dice.chance(0.1)) plan.headers.push(['Idempotency-Key', `fuzz-${dice.whole(1, 200)}`]);
  return plan;
}

function planBody({ id, body }: FuzzedOperation, at: Surroundings, dice: Dice): PlannedBody | undefined {
  if (!body) return undefined;
  const { contentType, schema, examples } = body;
  const generated = validValue(schema, 'body', at, dice);
  if (id === 'exchangeToken') return { contentType, value: planTokenRequest(dice) };
  const example = examples.length > 0 && dice.chance(FROM_EXAMPLE) ? dice.pick(examples) : undefined;
  return { contentType, value: example === undefined ? generated : adapted(example, '', at, dice) };
}

/** Plans a token request with client credentials and codes or tokens from earlier responses. */
function planTokenRequest(dice: Dice): object {
  const pooled = (name: string) => new FromPool(name, dice.share(), 'unknown');
  const client = { client_id: pooled('client_id'), client_secret: pooled('client_secret') };
  return dice.chance(0.5)
    ? { grant_type: 'refresh_token', refresh_token: pooled('refresh_token'), ...client }
    : {
        grant_type: 'authorization_code',
        code: pooled('authorization_code'),
        redirect_uri: 'https://app.example.com/callback',
        ...client,
      };
}

const schemasOf: Readonly<Record<string, JsonSchema>> = {
  webhook_url: { type: 'string' },
  attachment_url: { type: 'string' },
};

/**
 * Replaces ids, dates and addresses in a recorded body with ids of the account, the dates of the
 * request's stay, and the receiver's address.
 */
function adapted(value: unknown, name: string, at: Surroundings, dice: Dice): unknown {
  if (Array.isArray(value)) return value.map((item) => adapted(item, name, at, dice));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, adapted(part, key, at, dice)]));
  }
  const schema = schemasOf[name];
  if (schema) return validValue(schema, name, at, dice);
  const pooled = poolNameOf(name);
  if (pooled !== undefined && value !== null) return new FromPool(pooled, dice.share(), value);
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d$/.test(value)) return value;
  return dateAt(at, at.day + (/to|until|end|departure/.test(name) ? at.nights : 0));
}
