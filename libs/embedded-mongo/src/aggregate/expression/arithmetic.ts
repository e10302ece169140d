import { badValue, locationError, MongoError, typeMismatch } from '../../errors';
import { calculate, decimalForMath, toDecimal, toDouble, widerType } from '../../values/arithmetic';
import { parseDecimal, toDecimal128 } from '../../values/decimal';
import { divideDecimals, isZero, remainderOfDecimals } from '../../values/decimal-arithmetic';
import { asBigInt, asDouble, double, fitsInt32, fitsInt64, int, long } from '../../values/number';
import { Summation } from '../../values/summation';
import { BsonType, isNumeric, typeName, typeOf } from '../../values/type-of';
import { truncateToBigInt } from '../../values/whole-number';
import { binary, isNullish, unary, variadic, type Operators } from './operator';
import { show } from '../../values/show';

const MAX_DATE = 8_640_000_000_000_000;

/** $add, $subtract, $multiply, $divide, $mod, $pow, $abs and the roots and logarithms. */
export const ARITHMETIC: Operators = {
  $add: variadic(add),
  $subtract: binary(subtract),
  $multiply: variadic(multiply),
  $divide: binary(divide),
  $mod: binary(remainder),
  $pow: binary(power),
  $abs: unary(absolute),
  $sqrt: unary((value, name) =>
    ofDouble(value, name, 28714, (x) => x >= 0, `$sqrt's argument must be greater than or equal to 0`, Math.sqrt),
  ),
  $exp: unary((value, name) => ofDouble(value, name, 0, () => true, '', Math.exp)),
  $ln: unary((value, name) =>
    ofDouble(
      value,
      name,
      28766,
      (x) => !(x <= 0),
      `$ln's argument must be a positive number, but is ${show(value)}`,
      Math.log,
    ),
  ),
  $log10: unary((value, name) =>
    ofDouble(
      value,
      name,
      28761,
      (x) => !(x <= 0),
      `$log10's argument must be a positive number, but is ${show(value)}`,
      Math.log10,
    ),
  ),
  $log: binary(logarithm),
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

/** A date some milliseconds later, or earlier. */
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

function divide(a: unknown, b: unknown): unknown {
  if (isNumeric(a) && isNumeric(b)) {
    if (typeOf(a) === BsonType.decimal || typeOf(b) === BsonType.decimal) {
      const divisor = decimalForMath(typeOf(b), b);
      if (isZero(divisor)) throw badValue("can't $divide by zero");
      return toDecimal128(divideDecimals(decimalForMath(typeOf(a), a), divisor));
    }
    const divisor = toDouble(b);
    if (divisor === 0) throw badValue("can't $divide by zero");
    return double(toDouble(a) / divisor);
  }
  if (isNullish(a) || isNullish(b)) return null;
  throw typeMismatch(`$divide only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
}

function remainder(a: unknown, b: unknown): unknown {
  if (!isNumeric(a) || !isNumeric(b)) {
    if (isNullish(a) || isNullish(b)) return null;
    throw locationError(16611, `$mod only supports numeric types, not ${typeName(a)} and ${typeName(b)}`);
  }
  if (isZero(parseDecimal(toDecimal(b)))) throw locationError(16610, "can't $mod by zero");
  switch (widerType(typeOf(a), typeOf(b))) {
    case BsonType.decimal:
      return toDecimal128(remainderOfDecimals(decimalForMath(typeOf(a), a), decimalForMath(typeOf(b), b)));
    case BsonType.double:
      return double(toDouble(a) % toDouble(b));
    case BsonType.long:
      return long(asBigInt(a) % asBigInt(b));
    default:
      return int((asDouble(a) % asDouble(b)) + 0);
  }
}

function power(base: unknown, exponent: unknown): unknown {
  if (isNullish(base) || isNullish(exponent)) return null;
  if (!isNumeric(base)) throw locationError(28762, `$pow's base must be numeric, not ${typeName(base)}`);
  if (!isNumeric(exponent)) throw locationError(28763, `$pow's exponent must be numeric, not ${typeName(exponent)}`);
  const type = widerType(typeOf(base), typeOf(exponent));
  if (toDouble(base) === 0 && toDouble(exponent) < 0)
    throw locationError(28764, '$pow cannot take a base of 0 and a negative exponent');
  if (type === BsonType.decimal) throw refuseDecimal('$pow');
  const result = double(toDouble(base) ** toDouble(exponent));
  if (type === BsonType.double || toDouble(exponent) < 0) return wholeUnit(base, exponent, type) ?? result;
  const isUnit = Math.abs(toDouble(base)) <= 1;
  if (!isUnit && toDouble(exponent) > 63) return result;
  const whole =
    asBigInt(base) **
    (isUnit ? (asBigInt(exponent) % 2n === 0n ? (toDouble(exponent) === 0 ? 0n : 2n) : 1n) : asBigInt(exponent));
  if (!fitsInt64(whole)) return result;
  return type === BsonType.int && fitsInt32(Number(whole)) ? int(Number(whole)) : long(whole);
}

/** 1 and -1 stay whole under negative exponents. */
function wholeUnit(base: unknown, exponent: unknown, type: number): unknown {
  if (type === BsonType.double || Math.abs(toDouble(base)) !== 1) return undefined;
  const value = toDouble(base) === 1 || asBigInt(exponent) % 2n === 0n ? 1 : -1;
  return type === BsonType.int ? int(value) : long(BigInt(value));
}

function absolute(value: unknown, name: string): unknown {
  if (isNullish(value)) return null;
  switch (typeOf(value)) {
    case BsonType.int: {
      const size = Math.abs(asDouble(value));
      return fitsInt32(size) ? int(size) : long(BigInt(size));
    }
    case BsonType.long: {
      const whole = asBigInt(value);
      if (!fitsInt64(-whole)) throw locationError(28680, "can't take $abs of long long min");
      return long(whole < 0n ? -whole : whole);
    }
    case BsonType.double:
      return double(Math.abs(asDouble(value)));
    case BsonType.decimal: {
      const decimal = parseDecimal(toDecimal(value));
      return decimal.kind === 'nan' ? value : toDecimal128({ ...decimal, negative: false });
    }
    default:
      throw locationError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
  }
}

/** A function of a double. Of a decimal it would have to be right to 34 digits, and is refused. */
function ofDouble(
  value: unknown,
  name: string,
  code: number,
  isDefined: (x: number) => boolean,
  text: string,
  apply: (x: number) => number,
): unknown {
  if (isNullish(value)) return null;
  if (!isNumeric(value)) throw locationError(28765, `${name} only supports numeric types, not ${typeName(value)}`);
  const x = toDouble(value);
  if (!isDefined(x)) throw locationError(code, text);
  if (typeOf(value) === BsonType.decimal) throw refuseDecimal(name);
  return double(apply(x));
}

function logarithm(value: unknown, base: unknown): unknown {
  if (isNullish(value) || isNullish(base)) return null;
  if (!isNumeric(value)) throw locationError(28756, `$log's argument must be numeric, not ${typeName(value)}`);
  if (!isNumeric(base)) throw locationError(28757, `$log's base must be numeric, not ${typeName(base)}`);
  if (typeOf(value) === BsonType.decimal || typeOf(base) === BsonType.decimal) throw refuseDecimal('$log');
  const x = toDouble(value);
  const b = toDouble(base);
  if (x <= 0) throw locationError(28758, `$log's argument must be a positive number, but is ${x}`);
  if (b <= 0 || b === 1)
    throw locationError(28759, `$log's base must be a positive number not equal to 1, but is ${b}`);
  return double(Math.log(x) / Math.log(b));
}

function refuseDecimal(name: string): MongoError {
  return new MongoError(238, 'NotImplemented', `${name} of a decimal is not supported by the embedded database`);
}
