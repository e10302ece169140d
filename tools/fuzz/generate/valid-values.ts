import type { JsonSchema } from '@keyhaven/api-docs/schemas/json-schema';
import type { Dice } from './dice';
import { FromPool, poolNameOf } from './from-pool';

const DAY_MS = 86_400_000;
/** The probability that a body contains an optional field. */
const OPTIONAL = 0.25;
const MAX_ITEMS = 3;

/**
 * The data from which all values of one request are made, so that the values do not contradict each
 * other.
 */
export interface Surroundings {
  /** The current time, in milliseconds since the epoch. */
  now: number;
  /** The first day of the stay in the request, in days from today. */
  day: number;
  /** The number of nights of the stay in the request. */
  nights: number;
  /** The address of a server that accepts webhooks and serves images. */
  receiver: string;
}

/**
 * Makes the values of some fields. For these fields, most values that satisfy the schema would be
 * refused.
 */
const fixed: Readonly<Record<string, (at: Surroundings, dice: Dice) => unknown>> = {
  adults: (_, dice) => dice.whole(1, 3),
  children: (_, dice) => dice.whole(0, 1),
  infants: () => 0,
  pets: () => 0,
  currency: () => 'USD',
  currency_code: () => 'USD',
  arrival: (at) => dateAt(at, at.day),
  departure: (at) => dateAt(at, at.day + at.nights),
  wait: (_, dice) => dice.whole(0, 1),
  webhook_url: ({ receiver }) => `${receiver}/hook`,
  attachment_url: ({ receiver }) => `${receiver}/image.png`,
  redirect_after_booking_url: () => 'https://example.com/thanks',
  idempotency_key: (_, dice) => dice.matching('^[0-9a-f]{16}$'),
  prefer: (_, dice) => (dice.chance(0.2) ? 'dry-run' : 'return=representation'),
};

/** Generates a value that satisfies a schema. @param name the name of the field or parameter. */
export function validValue(schema: JsonSchema, name: string, at: Surroundings, dice: Dice): unknown {
  const known = fixed[name.toLowerCase().replaceAll('-', '_')]?.(at, dice);
  if (known !== undefined) return known;
  if (schema.nullable && dice.chance(0.05)) return null;
  const choices = schema.anyOf ?? schema.oneOf;
  if (choices) return validValue(dice.pick(choices), name, at, dice);
  if (schema.allOf) {
    const merged = schema.allOf.reduce((all, part) => ({ ...all, ...part }), { ...schema, allOf: undefined });
    return validValue(merged, name, at, dice);
  }
  if (schema.enum) return dice.pick(schema.enum.filter((value) => value !== null));
  if (schema.type === 'array') return validItems(schema, name, at, dice);
  if (schema.type === 'object') return validObject(schema, at, dice);
  const plain = plainValue(schema, name, at, dice);
  const pooled = schema.type === 'boolean' || schema.format?.startsWith('date') ? undefined : poolNameOf(name);
  return pooled === undefined ? plain : new FromPool(pooled, dice.share(), plain);
}

function validItems(
  { items = {}, maxItems = MAX_ITEMS, minItems = 0 }: JsonSchema,
  name: string,
  at: Surroundings,
  dice: Dice,
): unknown[] {
  const length = dice.whole(Math.max(minItems, dice.chance(0.8) ? 1 : 0), Math.min(maxItems, MAX_ITEMS));
  return Array.from({ length }, () => validValue(items, name, at, dice));
}

function validObject({ properties = {}, required = [] }: JsonSchema, at: Surroundings, dice: Dice): object {
  const sent = Object.entries(properties).filter(([name]) => required.includes(name) || dice.chance(OPTIONAL));
  return Object.fromEntries(sent.map(([name, schema]) => [name, validValue(schema, name, at, dice)]));
}

function plainValue(schema: JsonSchema, name: string, at: Surroundings, dice: Dice): unknown {
  const { type, format, minimum = 0, maximum = Number.MAX_SAFE_INTEGER } = schema;
  if (type === 'boolean') return dice.chance(0.5);
  if (type === 'integer') {
    // Usually choose small numbers, because most rules accept them. Rarely choose one of the limits.
    if (dice.chance(0.05)) return dice.pick([minimum, maximum]);
    return dice.whole(minimum, Math.min(maximum, minimum + 20));
  }
  if (type === 'number') return Math.min(maximum, Math.max(minimum, 0) + dice.whole(1, 30_000) / 100);
  if (format === 'date') return dateAt(at, at.day + (/to|until|end|departure/.test(name) ? at.nights : 0));
  if (format === 'date-time') {
    const moment = new Date(at.now + dice.whole(-30, 30) * DAY_MS + dice.whole(0, 86_400) * 1000);
    return moment.toISOString().replace(/\.\d+/, '');
  }
  if (format === 'uuid') return dice.matching('^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$');
  if (format === 'uri') return `${at.receiver}/page`;
  return validText(schema, name, dice);
}

function validText({ pattern, maxLength = 40, minLength = 0 }: JsonSchema, name: string, dice: Dice): string {
  if (pattern?.includes('@')) return `guest${dice.whole(1, 9999)}@example.com`;
  if (pattern !== undefined) return dice.matching(pattern);
  if (name === 'number') return `+44 20 7946 0${dice.whole(100, 199)}`;
  if (name === 'code') return `C${dice.whole(1, 30)}`;
  const text = dice.pick(['Casa Aurora', 'Late arrival', 'Ärger für Zoë', '東京', 'x', `Note ${dice.whole(1, 99)}`]);
  return text.slice(0, maxLength).padEnd(minLength, 'x');
}

export function dateAt({ now }: Pick<Surroundings, 'now'>, days: number): string {
  return new Date(now + days * DAY_MS).toISOString().slice(0, 10);
}
