import { decimalOf } from './compare';
import { toDecimal128, type Decimal } from './decimal';
import { addDecimals, decimalToDouble, multiplyDecimals } from './decimal-arithmetic';
import { asBigInt, asDouble, double, fitsInt32, fitsInt64, int, long, type Numeric } from './number';
import { BsonType, typeOf } from './type-of';

export type Operation = 'add' | 'subtract' | 'multiply';

/** The type of a result: the wider of the two types. The order is int, long, double, decimal. */
export function widerType(a: number, b: number): number {
  for (const type of [BsonType.decimal, BsonType.double, BsonType.long]) if (a === type || b === type) return type;
  return BsonType.int;
}

/**
 * Adds, subtracts or multiplies two numbers. As in MongoDB, the result has the wider type of the
 * operands, and an int result that does not fit becomes a long.
 * @returns undefined if an integer result exceeds 64 bits. The caller handles this case
 */
export function calculate(operation: Operation, a: unknown, b: unknown): Numeric | undefined {
  const typeA = typeOf(a);
  const typeB = typeOf(b);
  switch (widerType(typeA, typeB)) {
    case BsonType.decimal:
      return toDecimal128(calculateDecimals(operation, decimalForMath(typeA, a), decimalForMath(typeB, b)));
    case BsonType.double:
      return double(calculateDoubles(operation, toDouble(a), toDouble(b)));
    case BsonType.long: {
      const result = calculateWhole(operation, asBigInt(a), asBigInt(b));
      return fitsInt64(result) ? long(result) : undefined;
    }
    default:
      return calculateInts(operation, asDouble(a), asDouble(b));
  }
}

/** Calculates with two ints. A sum of ints is exact in a double, but a product might not be. */
function calculateInts(operation: Operation, a: number, b: number): Numeric {
  const result = calculateDoubles(operation, a, b);
  if (fitsInt32(result)) return int(result === 0 ? 0 : result);
  return long(calculateWhole(operation, BigInt(a), BigInt(b)));
}

function calculateDoubles(operation: Operation, a: number, b: number): number {
  return operation === 'add' ? a + b : operation === 'subtract' ? a - b : a * b;
}

export function calculateWhole(operation: Operation, a: bigint, b: bigint): bigint {
  return operation === 'add' ? a + b : operation === 'subtract' ? a - b : a * b;
}

function calculateDecimals(operation: Operation, a: Decimal, b: Decimal): Decimal {
  if (operation === 'multiply') return multiplyDecimals(a, b);
  return addDecimals(a, operation === 'add' || b.kind === 'nan' ? b : { ...b, negative: !b.negative });
}

/** The double that is nearest to a number of any type. */
export function toDouble(value: unknown): number {
  switch (typeOf(value)) {
    case BsonType.long:
      return Number(asBigInt(value));
    case BsonType.decimal:
      return decimalToDouble(decimalOf(BsonType.decimal, value));
    default:
      return asDouble(value);
  }
}

/**
 * Converts a number for decimal arithmetic, as MongoDB does. A double is rounded to 15 significant
 * digits, so 0.1 stays 0.1 and does not become the 55 digits of its exact value.
 */
export function decimalForMath(type: number, value: unknown): Decimal {
  return type === BsonType.double ? doubleTo15Digits(asDouble(value)) : decimalOf(type, value);
}

export function doubleTo15Digits(value: number): Decimal {
  if (!Number.isFinite(value) || value === 0) return decimalOf(BsonType.double, value);
  const [digits = '0', power = '0'] = Math.abs(value).toExponential(14).split('e');
  return {
    kind: 'finite',
    negative: value < 0,
    coefficient: BigInt(digits.replace('.', '')),
    exponent: Number(power) - 14,
  };
}
