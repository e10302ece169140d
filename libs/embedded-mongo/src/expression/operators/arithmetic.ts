import { locationError, MongoError, typeMismatch } from '../../errors/mongo-error';
import { calculate, toDouble } from '../../values/arithmetic';
import { asDouble, double, int, long } from '../../values/number';
import { Summation } from '../../values/summation';
import { BsonType, isNumeric, typeName, typeOf } from '../../values/type-of';
import { truncateToBigInt } from '../../values/whole-number';
import { binary, isNullish, variadic, type Operators } from './operator';

const MAX_DATE = 8_640_000_000_000_000;

export const ARITHMETIC: Operators = {
  $add: variadic(add),
  $subtract: binary(subtract),
  $multiply: variadic(multiply),
};

function add(values: unknown[]): unknown {
  const sum = new Summation();
  let date: Date | undefined;
  let isNull = false;
  for (const value of values) {
    if (isNumeric(value)) sum.add(value);
    else if (value instanceof Date) {
      if (date) throw locationError(16612, 'only one date allowed in an $add expression');
      date = value;
    } else if (isNullish(value)) isNull = true;
    else throw typeMismatch(`$add only supports numeric or date types, not ${typeName(value)}`);
    if (isNull) return null;
  }
  return date ? shifted(date, sum.value(), 1, '$add') : sum.value();
}

/** Adds milliseconds to a date, or subtracts them if `sign` is -1. */
function shifted(date: Date, amount: unknown, sign: 1 | -1, name: string): Date {
  const milliseconds =
    typeOf(amount) === BsonType.double ? Math.round(asDouble(amount)) : Number(truncateToBigInt(amount) ?? NaN);
  const time = date.getTime() + sign * milliseconds;
  if (!(Math.abs(time) <= MAX_DATE)) throw new MongoError(15, 'Overflow', `date overflow in ${name}`);
  return new Date(time);
}

function subtract(a: unknown, b: unknown): unknown {
  if (isNullish(a) || isNullish(b)) return null;
  if (isNumeric(a) && isNumeric(b)) return calculate('subtract', a, b) ?? double(toDouble(a) - toDouble(b));
  if (a instanceof Date && b instanceof Date) return long(BigInt(a.getTime() - b.getTime()));
  if (a instanceof Date && isNumeric(b)) return shifted(a, b, -1, '$subtract');
  throw typeMismatch(`can't $subtract ${typeName(b)} from ${typeName(a)}`);
}

function multiply(values: unknown[]): unknown {
  let product: unknown = int(1);
  for (const value of values) {
    if (isNullish(value)) return null;
    if (!isNumeric(value)) throw typeMismatch(`$multiply only supports numeric types, not ${typeName(value)}`);
    product = calculate('multiply', product, value) ?? double(toDouble(product) * toDouble(value));
  }
  return product;
}
