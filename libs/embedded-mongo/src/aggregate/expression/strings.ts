import { BSONSymbol } from 'bson';
import { locationError } from '../../errors';
import { compareStrings } from '../../values/compare';
import { int } from '../../values/number';
import { isNumeric, typeName } from '../../values/type-of';
import { truncateToBigInt } from '../../values/whole-number';
import { toText } from './text';
import { requireTextSize } from './limits';
import { binary, exactly, isNullish, named, unary, variadic, type Operators } from './operator';
import { folded, type Evaluate, type Scope } from './scope';

/** Texts from texts. Upper and lower case, as in MongoDB, are ASCII's only. */
export const STRINGS: Operators = {
  $concat: variadic(concatenate),
  $toUpper: unary((value, name) => coerced(value, name).replace(/[a-z]+/g, (letters) => letters.toUpperCase())),
  $toLower: unary((value, name) => coerced(value, name).replace(/[A-Z]+/g, (letters) => letters.toLowerCase())),
  $strcasecmp: binary((a, b, name) => {
    const upper = (value: unknown) => coerced(value, name).replace(/[a-z]+/g, (letters) => letters.toUpperCase());
    return int(compareStrings(upper(a), upper(b)));
  }),
  $strLenCP: unary((value, name) =>
    int([...requireString(value, 34471, `${name} requires a string argument, found:`)].length),
  ),
  $strLenBytes: unary((value, name) =>
    int(Buffer.byteLength(requireString(value, 34473, `${name} requires a string argument, found:`))),
  ),
  $substr: compileSubstringOfBytes,
  $substrBytes: compileSubstringOfBytes,
  $substrCP: compileSubstring,
  $trim: (operand, scope, name) => compileTrim(operand, scope, name, true, true),
  $ltrim: (operand, scope, name) => compileTrim(operand, scope, name, true, false),
  $rtrim: (operand, scope, name) => compileTrim(operand, scope, name, false, true),
};

export function requireString(value: unknown, code: number, text: string): string {
  if (value instanceof BSONSymbol) return value.value;
  if (typeof value !== 'string') throw locationError(code, `${text} ${typeName(value)}`);
  return value;
}

/** Numbers and dates count as their text, null and missing as the empty one. */
function coerced(value: unknown, name: string): string {
  if (isNullish(value)) return '';
  const text =
    isNumeric(value) || value instanceof Date || typeof value === 'string' || value instanceof BSONSymbol
      ? toText(value)
      : undefined;
  if (text === undefined)
    throw locationError(16007, `can't convert from BSON type ${typeName(value)} to String (in ${name})`);
  return text;
}

function concatenate(values: unknown[]): unknown {
  let text = '';
  for (const value of values) {
    if (isNullish(value)) return null;
    text += requireString(value, 16702, '$concat only supports strings, not');
    requireTextSize(text.length, '$concat');
  }
  return text;
}

function compileSubstringOfBytes(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = exactly(3, operand, scope, name);
  const [input, start, length] = parts as [Evaluate, Evaluate, Evaluate];
  return folded((env) => {
    const bytes = Buffer.from(coerced(input(env), name));
    const from = requireIndex(start(env), 16034, `${name}:  starting index must be a numeric type (is BSON type`);
    const count = requireIndex(length(env), 16035, `${name}:  length must be a numeric type (is BSON type`);
    if (from < 0) throw locationError(50752, `${name}:  starting index must be non-negative (got: ${from})`);
    if (from >= bytes.length) return '';
    const to = count < 0 ? bytes.length : Math.min(bytes.length, from + count);
    if (isInsideCharacter(bytes, from))
      throw locationError(28656, `${name}:  Invalid range, starting index is a UTF-8 continuation byte.`);
    if (isInsideCharacter(bytes, to))
      throw locationError(28657, `${name}:  Invalid range, ending index is in the middle of a UTF-8 character.`);
    return bytes.toString('utf8', from, to);
  }, parts);
}

function requireIndex(value: unknown, code: number, text: string): number {
  if (!isNumeric(value)) throw locationError(code, `${text} ${typeName(value)})`);
  return Number(truncateToBigInt(value) ?? 0n);
}

function isInsideCharacter(bytes: Buffer, at: number): boolean {
  const byte = bytes[at];
  return byte !== undefined && (byte & 0xc0) === 0x80;
}

function compileSubstring(operand: unknown, scope: Scope, name: string): Evaluate {
  const parts = exactly(3, operand, scope, name);
  const [input, start, length] = parts as [Evaluate, Evaluate, Evaluate];
  return folded((env) => {
    const characters = [...coerced(input(env), name)];
    const from = requireIndex(start(env), 34450, `${name}: starting index must be a numeric type (is BSON type`);
    const count = requireIndex(length(env), 34452, `${name}: length must be a numeric type (is BSON type`);
    if (count < 0) throw locationError(34454, `${name}: length must be a nonnegative integer.`);
    if (from < 0) throw locationError(34455, `${name}: the starting index must be nonnegative integer.`);
    return characters.slice(from, from + count).join('');
  }, parts);
}

const WHITESPACE = '\0 \t\n\v\f\r\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a';

function compileTrim(operand: unknown, scope: Scope, name: string, atStart: boolean, atEnd: boolean): Evaluate {
  const parts = named(operand, scope, name, ['input'], ['chars'], {
    notDocument: 50696,
    unknown: 50694,
    missing: 50695,
  });
  return (env) => {
    const input = parts.input(env);
    const given = parts.chars ? parts.chars(env) : WHITESPACE;
    if (isNullish(input)) return null;
    const text = [...requireString(input, 50699, `${name} requires its input to be a string, got`)];
    if (isNullish(given)) return null;
    const chars = new Set(requireString(given, 50700, ` ${name} requires 'chars' to be a string, got`));
    let from = 0;
    let to = text.length;
    if (atStart) while (from < to && chars.has(text[from] as string)) from++;
    if (atEnd) while (to > from && chars.has(text[to - 1] as string)) to--;
    return text.slice(from, to).join('');
  };
}
