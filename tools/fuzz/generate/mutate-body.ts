import { brokenBodies, contentTypes } from './broken-bodies';
import type { Dice } from './dice';
import { FromPool } from './from-pool';
import { hostileNames, hostileValue } from './hostile-values';
import type { Mutation } from './mutation';
import type { PlannedBody } from './plan';

type Holder = Record<string, unknown> | unknown[];
/** A position in a body: an object or array, and one of its keys. */
interface Site {
  holder: Holder;
  key: string;
}

const isHolder = (value: unknown): value is Holder =>
  typeof value === 'object' && value !== null && !(value instanceof FromPool);

function sitesIn(value: unknown): Site[] {
  if (!isHolder(value)) return [];
  return Object.keys(value).flatMap((key) => [
    { holder: value, key },
    ...sitesIn((value as Record<string, unknown>)[key]),
  ]);
}

/** Sets an own property, even if its name is `__proto__`. */
function set(holder: Holder, key: string, value: unknown): void {
  Object.defineProperty(holder, key, { value, enumerable: true, configurable: true, writable: true });
}

/** Applies a mutation to the JSON body of a planned request, if the request has a body. */
const inJson =
  (change: (body: PlannedBody, sites: Site[], dice: Dice) => string | undefined): Mutation =>
  ({ body }, dice) =>
    body && change(body, sitesIn(body.value), dice);

const replaceField = inJson((_body, sites, dice) => {
  if (sites.length === 0) return undefined;
  const { holder, key } = dice.pick(sites);
  const value = hostileValue(dice);
  set(holder, key, value);
  return `body field ${key}: ${shown(value)}`;
});

const replaceWithOtherType = inJson((_body, sites, dice) => {
  if (sites.length === 0) return undefined;
  const { holder, key } = dice.pick(sites);
  const value = (holder as Record<string, unknown>)[key];
  set(holder, key, dice.pick([[value], { value }, null, '', [value, value], { $gt: value }, true]));
  return `body field ${key}: another type`;
});

const dropField = inJson((_body, sites, dice) => {
  if (sites.length === 0) return undefined;
  const { holder, key } = dice.pick(sites);
  delete (holder as Record<string, unknown>)[key];
  return `body without ${key}`;
});

const addField = inJson((body, sites, dice) => {
  const holders = [body.value, ...sites.map(({ holder }) => holder)].filter(isHolder);
  // Arrays in JSON cannot have named fields.
  const objects = holders.filter((holder) => !Array.isArray(holder));
  if (objects.length === 0) return undefined;
  const name = dice.pick(hostileNames);
  set(dice.pick(objects), name, hostileValue(dice));
  return `body with ${shown(name)}`;
});

const replaceBody: Mutation = (plan, dice) => {
  const value = hostileValue(dice);
  plan.body = { contentType: 'application/json', ...plan.body, value };
  return `body: ${shown(value)}`;
};

const breakBody: Mutation = (plan, dice) => {
  // Bodies of megabytes are slow to send, so most plans have a short one.
  const raw = dice.pick(dice.chance(0.1) ? brokenBodies : brokenBodies.filter(({ length }) => length < 1000));
  plan.body = { contentType: 'application/json', value: undefined, ...plan.body, raw };
  return `raw body ${shown(typeof raw === 'string' ? raw : raw.toString('latin1'))}`;
};

const changeType: Mutation = (plan, dice) => {
  const contentType = dice.pick(contentTypes);
  plan.body = { value: {}, ...plan.body, contentType };
  return `Content-Type ${contentType}`;
};

const encodeBody: Mutation = (plan, dice) => {
  const rare = dice.chance(0.05);
  const encoding = rare
    ? 'gzip of 20 MB'
    : dice.pick(['gzip', 'deflate', 'br', 'gzip that is not', 'compress'] as const);
  plan.body = { contentType: 'application/json', value: {}, ...plan.body, encoding };
  return `Content-Encoding ${encoding}`;
};

const chunkBody: Mutation = (plan) => {
  plan.body = { contentType: 'application/json', value: {}, ...plan.body, isChunked: true };
  return 'chunked body';
};

const dropBody: Mutation = (plan) => {
  if (!plan.body) return undefined;
  plan.body = undefined;
  return 'without a body';
};

export const bodyMutations: readonly Mutation[] = [
  replaceField,
  replaceField,
  replaceField,
  replaceWithOtherType,
  replaceWithOtherType,
  dropField,
  addField,
  replaceBody,
  breakBody,
  changeType,
  encodeBody,
  chunkBody,
  dropBody,
];

/** Formats a value for the description of a mutation: its beginning, in visible characters. */
export function shown(value: unknown): string {
  const text = JSON.stringify(value) ?? 'undefined';
  return text.replace(/[^\x20-\x7e]/g, '?').slice(0, 40);
}
