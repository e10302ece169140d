import type { Dice } from './dice';
import { hostileDates, hostileTexts } from './hostile-texts';

const LONG = 300_000;
const DEEP = 300;

const nested = (depth: number, [open, close]: readonly [string, string]) =>
  JSON.parse(`${open.repeat(depth)}1${close.repeat(depth)}`) as unknown;
const brackets = [
  ['[', ']'],
  ['{"a":', '}'],
] as const;

/**
 * Objects with keys that some libraries treat specially. They are written as JSON, because JSON.parse treats
 * `__proto__` as an ordinary key.
 */
const objects = [
  '{"__proto__":{"isAdmin":true}}',
  '{"constructor":{"prototype":{"isAdmin":true}}}',
  '{"toString":1,"valueOf":2,"hasOwnProperty":3}',
  '{"then":1,"toJSON":2}',
  '{"$gt":""}',
  '{"$ne":null}',
  '{"$in":[1,2]}',
  '{"$where":"sleep(1000)"}',
  '{"$expr":{"$function":{"body":"function(){}","args":[],"lang":"js"}}}',
  '{"$regex":"(a+)+$"}',
  '{"a.b":1,"$set":{"user_id":1}}',
  '{"":1}',
  '{"length":1e9}',
  '{"_bsontype":"ObjectId","id":"aaaaaaaaaaaa"}',
  '{"$oid":"5f0000000000000000000000"}',
  '{"$date":"2026-01-01"}',
].map((text) => JSON.parse(text) as unknown);

const numbers = [
  0,
  -0,
  -1,
  1.5,
  1e-320,
  0.1 + 0.2,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31) - 1,
  2 ** 53,
  -(2 ** 53),
  2 ** 63,
  1e21,
  1e308,
  -1e308,
  99_999_999_999_999,
];

/** Returns a value that a malicious or faulty client might send instead of a valid value. */
export function hostileValue(dice: Dice): unknown {
  // Return a copy, because further mutations may change the content of the value.
  return structuredClone(pickHostile(dice));
}

function pickHostile(dice: Dice): unknown {
  const share = dice.share();
  if (share < 0.4) return dice.pick(hostileTexts);
  if (share < 0.55) return dice.pick(numbers);
  if (share < 0.7) return dice.pick(hostileDates);
  if (share < 0.8) return dice.pick(objects);
  if (share < 0.84) return dice.pick([null, true, false, [], {}]);
  if (share < 0.9)
    return dice.pick([[[]], [null], [{}], [1, '2', null], Array.from({ length: 2000 }, () => 1), ['a', ['b']]]);
  if (share < 0.93) return nested(dice.pick([40, 60, DEEP]), dice.pick<readonly [string, string]>(brackets));
  if (share < 0.95) return 'x'.repeat(LONG);
  return dice.anyText();
}

/** Returns a hostile text for a path, a query or a header. */
export function hostileText(dice: Dice): string {
  const value = hostileValue(dice);
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  // The gateway refuses longer URLs and headers before a service reads them, so nine in ten texts
  // are short.
  return dice.chance(0.9) ? text.slice(0, 4000) : text.slice(0, 70_000);
}

/** Names of parameters and fields that routes do not expect. */
export const hostileNames = [
  '__proto__',
  'constructor',
  'prototype',
  '$where',
  '$gt',
  'user_id',
  'id',
  'revision',
  'a.b',
  'outbox.0.event',
  '',
  ' ',
  'x'.repeat(300),
  'toString',
  'sinceUtc',
  'type',
  'deleted_utc',
  'é\ud800',
];
