import { badValue, failedToParse } from '../errors/mongo-error';
import { asSmallInteger, truncateToBigInt } from '../values/whole-number';
import { show } from '../values/show';
import { isNumeric } from '../values/type-of';
import type { Leaf } from './field-path';

/** Compiles $mod. Its divisor and its remainder are truncated to integers. */
export function modLeaf(operand: unknown): Leaf {
  if (!Array.isArray(operand)) throw badValue('malformed mod, needs to be an array');
  if (operand.length < 2) throw badValue('malformed mod, not enough elements');
  if (operand.length > 2) throw badValue('malformed mod, too many elements');
  if (!isNumeric(operand[0])) throw badValue('malformed mod, divisor not a number');
  if (!isNumeric(operand[1])) throw badValue('malformed mod, remainder not a number');
  const divisor = truncateToBigInt(operand[0]);
  const remainder = truncateToBigInt(operand[1]);
  if (divisor === undefined)
    throw badValue('malformed mod, divisor value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type');
  if (remainder === undefined)
    throw badValue(
      'malformed mod, remainder value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type',
    );
  if (divisor === 0n) throw badValue('divisor cannot be 0');
  return (value) => {
    const dividend = truncateToBigInt(value);
    return dividend !== undefined && dividend % divisor === remainder;
  };
}

/** Compiles $size, which tests the length of an array. */
export function sizeLeaf(operand: unknown): Leaf {
  const size = asSmallInteger(operand);
  if (size === undefined) throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${show(operand)}`);
  if (size < 0)
    throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${show(operand)}`);
  return (value) => Array.isArray(value) && value.length === size;
}
