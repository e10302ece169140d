import { Decimal128, ObjectId } from 'bson';
import { MongoError } from '../../errors';
import { toDecimal, toDouble } from '../../values/arithmetic';
import { asBigInt, asDouble, double, fitsInt32, fitsInt64, int, long } from '../../values/number';
import { BsonType, isNumeric, TYPE_NAMES, typeName, typeOf } from '../../values/type-of';
import { truncateToBigInt } from '../../values/whole-number';
import { parseDateText } from './dates/parse-date-text';
import { isNullish, named, unary, type Operators } from './operator';
import type { Evaluate, Scope } from './scope';
import { toText } from './text';
import { isTruthy } from './truth';
import { show } from '../../values/show';

type Target = 'double' | 'string' | 'objectId' | 'bool' | 'date' | 'int' | 'long' | 'decimal';
const TARGETS: readonly string[] = ['double', 'string', 'objectId', 'bool', 'date', 'int', 'long', 'decimal'];

/** $convert and its short forms, $type and $isNumber. */
export const CONVERSION: Operators = {
  $convert: compileConvert,
  $toDouble: shortForm('double'),
  $toString: shortForm('string'),
  $toObjectId: shortForm('objectId'),
  $toBool: shortForm('bool'),
  $toDate: shortForm('date'),
  $toInt: shortForm('int'),
  $toLong: shortForm('long'),
  $toDecimal: shortForm('decimal'),
  $type: unary((value) => (value === undefined ? 'missing' : typeName(value))),
  $isNumber: unary((value) => isNumeric(value)),
};

function shortForm(target: Target): Operators[string] {
  return unary((value) => (isNullish(value) ? null : convert(value, target)));
}

function compileConvert(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = named(operand, scope, name, ['input', 'to'], ['onError', 'onNull'], {
    notDocument: 9,
    unknown: 9,
    missing: 9,
  });
  return (env) => {
    const input = parts.input(env);
    const to = parts.to(env);
    if (isNullish(input)) return parts.onNull ? parts.onNull(env) : null;
    if (isNullish(to)) return null;
    const target = targetOf(to);
    try {
      return convert(input, target);
    } catch (error) {
      if (parts.onError && error instanceof MongoError && error.code === 241) return parts.onError(env);
      throw error;
    }
  };
}

function targetOf(to: unknown): Target {
  const target = typeof to === 'string' ? to : isNumeric(to) ? TYPE_NAMES.get(toDouble(to)) : undefined;
  if (target === undefined)
    throw new MongoError(
      9,
      'FailedToParse',
      `$convert's 'to' argument must be a string or number, but is ${typeName(to)}`,
    );
  if (!TARGETS.includes(target)) {
    if ([...TYPE_NAMES.values()].includes(target))
      throw failure(`Unsupported conversion to ${target} in $convert with no onError value`);
    throw new MongoError(2, 'BadValue', `Unknown type name: ${target}`);
  }
  return target as Target;
}

function failure(message: string): MongoError {
  return new MongoError(241, 'ConversionFailure', message);
}

function unsupported(value: unknown, target: Target): MongoError {
  return failure(`Unsupported conversion from ${typeName(value)} to ${target} in $convert with no onError value`);
}

function convert(value: unknown, target: Target): unknown {
  switch (target) {
    case 'bool':
      return typeof value === 'string' ? true : isTruthy(value);
    case 'string': {
      const text = toText(value);
      if (text === undefined) throw unsupported(value, target);
      return text;
    }
    case 'objectId':
      return toObjectId(value);
    case 'date':
      return toDate(value);
    default:
      return toNumber(value, target);
  }
}

function toObjectId(value: unknown): unknown {
  if (value instanceof ObjectId) return value;
  if (typeof value !== 'string') throw unsupported(value, 'objectId');
  if (!/^[0-9a-fA-F]{24}$/.test(value)) {
    throw failure(
      `Failed to parse objectId '${value}' in $convert with no onError value: Invalid string length for parsing to OID, expected 24 but found ${value.length}`,
    );
  }
  return ObjectId.createFromHexString(value);
}

function toDate(value: unknown): unknown {
  switch (typeOf(value)) {
    case BsonType.date:
      return value;
    case BsonType.objectId:
      return (value as ObjectId).getTimestamp();
    case BsonType.string:
      return parseDateText(value as string);
    case BsonType.double:
    case BsonType.long:
    case BsonType.decimal:
      return toDateChecked(value);
    case BsonType.timestamp:
      return new Date(Number(BigInt.asUintN(64, (value as { toBigInt(): bigint }).toBigInt()) >> 32n) * 1000);
    default:
      throw unsupported(value, 'date');
  }
}

/** The instant of a number of milliseconds, which must be one that a date can be. */
function toDateChecked(value: unknown): Date {
  const date = new Date(Number(wholeOf(value)));
  if (Number.isNaN(date.getTime())) throw overflow(value);
  return date;
}

function toNumber(value: unknown, target: 'double' | 'int' | 'long' | 'decimal'): unknown {
  switch (typeOf(value)) {
    case BsonType.bool:
      return fromWhole(value ? 1n : 0n, target, value);
    case BsonType.date:
      if (target === 'int') throw unsupported(value, target);
      return fromWhole(BigInt((value as Date).getTime()), target, value);
    case BsonType.string:
      return parseNumber(value as string, target);
    case BsonType.int:
    case BsonType.long:
      return fromWhole(asBigInt(value), target, value);
    case BsonType.double:
    case BsonType.decimal:
      if (target === 'decimal') return toDecimal(value);
      if (target === 'double') return double(toDouble(value));
      return fromWhole(wholeOf(value), target, value);
    default:
      throw unsupported(value, target);
  }
}

function wholeOf(value: unknown): bigint {
  const number = toDouble(value);
  if (!Number.isFinite(number))
    throw failure(
      `Attempt to convert ${Number.isNaN(number) ? 'NaN' : 'infinity'} value to integer type in $convert with no onError value`,
    );
  const whole = truncateToBigInt(value);
  if (whole === undefined) throw overflow(value);
  return whole;
}

function overflow(value: unknown): MongoError {
  return failure(`Conversion would overflow target type in $convert with no onError value: ${show(value)}`);
}

function fromWhole(whole: bigint, target: 'double' | 'int' | 'long' | 'decimal' | 'date', original: unknown): unknown {
  switch (target) {
    case 'int':
      if (!fitsInt32(Number(whole))) throw overflow(original);
      return int(Number(whole));
    case 'long':
      return long(whole);
    case 'double':
      return double(Number(whole));
    default:
      return Decimal128.fromString(String(whole));
  }
}

function parseNumber(text: string, target: 'double' | 'int' | 'long' | 'decimal'): unknown {
  const bad = (why: string) => failure(`Failed to parse number '${text}' in $convert with no onError value: ${why}`);
  if (target === 'int' || target === 'long') {
    if (text === '') throw bad('No digits');
    if (!/^[+-]?\d+$/.test(text)) throw bad('Did not consume whole string.');
    const whole = BigInt(text.replace(/^\+/, ''));
    if (!fitsInt64(whole) || (target === 'int' && !fitsInt32(Number(whole)))) throw bad('Overflow');
    return fromWhole(whole, target, text);
  }
  if (text === '') throw bad('Empty string');
  const special = /^[+-]?(nan|inf|infinity)$/i.exec(text);
  if (!special && !/^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i.test(text)) throw bad('Did not consume whole string.');
  if (target === 'decimal') return Decimal128.fromString(text.replace(/^\+/, ''));
  if (special) return double(/nan/i.test(text) ? NaN : text.startsWith('-') ? -Infinity : Infinity);
  const number = Number(text);
  if (!Number.isFinite(number)) throw bad('Out of range');
  return double(asDouble(double(number)));
}
