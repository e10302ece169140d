import type { Decimal128 } from 'bson';
import { locationError } from '../../errors';
import { divideHalfEven, exactDouble, parseDecimal, powerOfTen, toDecimal128 } from '../../values/decimal';
import { decimalToDouble, roundDecimal, type Rounding } from '../../values/decimal-arithmetic';
import { asBigInt, asDouble, double, fitsInt32, fitsInt64, int, long } from '../../values/number';
import { BsonType, isNumeric, typeName, typeOf } from '../../values/type-of';
import { asSmallInteger } from '../../values/whole-number';
import { isNullish, unary, variadic, type Operators } from './operator';
import { show } from '../../values/show';

/** $ceil, $floor, $round (half to even) and $trunc, the last two to a number of places. */
export const ROUNDING: Operators = {
  $ceil: unary((value, name) => rounded(value, 0, 'ceiling', name)),
  $floor: unary((value, name) => rounded(value, 0, 'floor', name)),
  $round: variadic((values, name) => toPlaces(values, 'halfEven', name), 1, 2),
  $trunc: variadic((values, name) => toPlaces(values, 'down', name), 1, 2),
};

function toPlaces([value, places = int(0)]: unknown[], rounding: Rounding, name: string): unknown {
  if (isNullish(value) || isNullish(places)) return null;
  const count = asSmallInteger(places);
  if (count === undefined) throw locationError(51082, `precision argument to ${name} must be a integral value`);
  if (count < -20 || count > 100)
    throw locationError(51083, `cannot apply ${name} with precision value ${count} value must be in [-20, 100]`);
  return rounded(value, count, rounding, name);
}

function rounded(value: unknown, places: number, rounding: Rounding, name: string): unknown {
  if (isNullish(value)) return null;
  if (!isNumeric(value))
    throw locationError(
      name === '$round' || name === '$trunc' ? 51081 : 28765,
      `${name} only supports numeric types, not ${typeName(value)}`,
    );
  switch (typeOf(value)) {
    case BsonType.decimal:
      return toDecimal128(roundDecimal(parseDecimal(value as Decimal128), places, rounding));
    case BsonType.double: {
      const number = asDouble(value);
      return Number.isFinite(number) ? double(roundDouble(number, places, rounding)) : value;
    }
    default:
      return places >= 0 ? value : roundWhole(value, -places, rounding);
  }
}

function roundDouble(number: number, places: number, rounding: Rounding): number {
  if (places === 0 && rounding === 'floor') return Math.floor(number);
  if (places === 0 && rounding === 'ceiling') return Math.ceil(number);
  if (places === 0 && rounding === 'down') return Math.trunc(number);
  return decimalToDouble(roundDecimal(exactDouble(number), places, rounding));
}

function roundWhole(value: unknown, zeros: number, rounding: Rounding): unknown {
  const whole = asBigInt(value);
  const size = whole < 0n ? -whole : whole;
  const unit = powerOfTen(zeros);
  const result = (rounding === 'halfEven' ? divideHalfEven(size, unit) : size / unit) * unit * (whole < 0n ? -1n : 1n);
  if (!fitsInt64(result))
    throw locationError(
      51080,
      `invalid conversion from Decimal128 result in $round resulting from arguments: [${show(value)},${-zeros}]`,
    );
  return typeOf(value) === BsonType.int && fitsInt32(Number(result)) ? int(Number(result)) : long(result);
}
