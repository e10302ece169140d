import { BSONRegExp } from 'bson';
import { badValue } from '../errors/mongo-error';
import { regexParts } from '../values/regex-parts';
import { BsonType, typeOf } from '../values/type-of';
import { regexLeaf } from './compare-leaf';
import type { Leaf } from './field-path';

/**
 * Compiles $regex with $options. The operand is a string or a regular expression. The options may
 * be in the expression or in $options, but not in both.
 */
export function regexOperatorLeaf(operand: unknown, options: unknown): Leaf {
  if (options !== undefined && typeof options !== 'string') throw badValue('$options has to be a string');
  for (const text of [operand, options]) {
    if (typeof text === 'string' && text.includes('\0'))
      throw badValue('$regex and $options must not contain a null byte');
  }
  if (typeof operand === 'string') return regexLeaf(new BSONRegExp(operand, options ?? ''));
  if (typeOf(operand) !== BsonType.regex) throw badValue('$regex has to be a string');
  const { pattern, flags } = regexParts(operand as RegExp | BSONRegExp);
  if (options !== undefined && flags !== '') throw badValue('options set in both $regex and $options');
  return regexLeaf(new BSONRegExp(pattern, options ?? flags));
}
