import { Binary } from 'bson';
import { badValue, failedToParse } from '../errors';
import { asSmallInteger, asWholeNumber, truncateToBigInt } from '../values/whole-number';
import { show } from '../values/show';
import { isNumeric } from '../values/type-of';
import type { Leaf } from './field-path';

/** $mod: [divisor, remainder], both cut to whole numbers. */
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

/** $size: the length of an array. */
export function sizeLeaf(operand: unknown): Leaf {
  const size = asSmallInteger(operand);
  if (size === undefined) throw failedToParse(`Failed to parse $size. Expected an integer: $size: ${show(operand)}`);
  if (size < 0)
    throw failedToParse(`Failed to parse $size. Expected a non-negative number in: $size: ${show(operand)}`);
  return (value) => Array.isArray(value) && value.length === size;
}

export type BitTest = '$bitsAllSet' | '$bitsAllClear' | '$bitsAnySet' | '$bitsAnyClear';

/** Bits of a whole number (its sign goes on for ever) or of binary data, lowest first. */
export function bitsLeaf(operator: BitTest, operand: unknown): Leaf {
  const positions = bitPositions(operator, operand);
  const wanted = operator.endsWith('Set');
  const all = operator.startsWith('$bitsAll');
  return (value) => {
    const bit = bitReader(value);
    if (!bit) return false;
    return all
      ? positions.every((position) => bit(position) === wanted)
      : positions.some((position) => bit(position) === wanted);
  };
}

function bitReader(value: unknown): ((position: number) => boolean) | undefined {
  if (value instanceof Binary) {
    const bytes = value.buffer.subarray(0, value.position);
    return (position) => (((bytes[position >> 3] ?? 0) >> (position & 7)) & 1) === 1;
  }
  const number = asWholeNumber(value);
  if (number === undefined) return undefined;
  return (position) => ((number >> BigInt(Math.min(position, 63))) & 1n) === 1n;
}

function bitPositions(operator: BitTest, operand: unknown): number[] {
  if (Array.isArray(operand)) return operand.map((item) => bitPosition(operator, item));
  if (operand instanceof Binary) return setPositions(operand.position * 8, bitReader(operand) ?? (() => false));
  const mask = asWholeNumber(operand);
  if (mask === undefined)
    throw badValue(`${operator} takes an Array, a number, or a BinData but received: ${operator}: ${show(operand)}`);
  if (mask < 0n) throw failedToParse(`Expected a non-negative number in: ${operator}: ${show(operand)}`);
  return setPositions(64, (position) => ((mask >> BigInt(position)) & 1n) === 1n);
}

function bitPosition(operator: BitTest, item: unknown): number {
  const position = asSmallInteger(item);
  if (position === undefined)
    throw failedToParse(`Failed to parse bit position. Expected a number in: ${operator}: ${show(item)}`);
  if (position < 0)
    throw failedToParse(`Failed to parse bit position. Expected a non-negative number in: ${operator}: ${show(item)}`);
  return position;
}

function setPositions(count: number, bit: (position: number) => boolean): number[] {
  return Array.from({ length: count }, (_, position) => position).filter(bit);
}
