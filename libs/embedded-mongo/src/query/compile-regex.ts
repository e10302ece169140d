import type { BSONRegExp } from 'bson';
import { badValue, MongoError, notSupported } from '../errors/mongo-error';
import { regexParts } from '../values/regex-parts';

/**
 * A compiled regular expression of a filter. It matches strings by pattern, and values that are the
 * same regular expression.
 */
export interface RegexComparison {
  test(this: void, text: string): boolean;
  isSame(this: void, other: RegExp | BSONRegExp): boolean;
}

/**
 * One character of a pattern: a plain character, escaped punctuation, \d, or a class of plain
 * characters, ranges and \d.
 */
const ATOM = String.raw`(?:[^\\^$.|?*+()[\]{}\0]|\\[\\^$.|?*+()[\]{}/-]|\\d|\[(?:[^\\^\[\]\0-]|[A-Za-z0-9]-[A-Za-z0-9]|\\d)+\])`;
const SUPPORTED = new RegExp(`^(\\^?)(${ATOM}*)(\\$?)$`, 'u');

/**
 * Compiles a regular expression. Only single characters are allowed, optionally after ^ and before
 * $. Quantifiers, groups, alternatives and all other syntax are refused. So the time of a match is
 * at most proportional to the length of the text times the length of the pattern.
 * @throws MongoError 238 for an unsupported pattern or option, 2 or 51091 for a malformed one
 */
export function compareRegex(regex: RegExp | BSONRegExp): RegexComparison {
  const { pattern, flags } = regexParts(regex);
  const compiled = compilePattern(pattern, flags);
  return {
    test: (text) => compiled.test(text),
    isSame(other) {
      const parts = regexParts(other);
      return parts.pattern === pattern && parts.flags === flags;
    },
  };
}

function compilePattern(pattern: string, flags: string): RegExp {
  if (pattern.includes('\0')) throw badValue('Regular expression cannot contain an embedded null byte');
  for (const flag of flags) {
    if (!'imsux'.includes(flag)) throw badValue(`invalid flag in regex options: ${flag}`);
    if (flag !== 'i' && flag !== 'u') throw notSupported(`the option ${flag} of a regular expression`);
  }
  const found = SUPPORTED.exec(pattern);
  if (!found) throw notSupported(`the regular expression /${pattern}/`);
  const [, start = '', characters = '', end = ''] = found;
  // JavaScript refuses an escaped hyphen outside a class.
  const atoms = characters.replace(/\\(.)/gu, (escape, character) => (character === '-' ? '-' : escape));
  try {
    // In PCRE, $ also matches before a newline at the end of the text.
    return new RegExp(`${start}${atoms}${end && '(?=\\n?$)'}`, flags.includes('i') ? 'iu' : 'u');
  } catch (error) {
    throw new MongoError(51091, 'Location51091', `Regular expression is invalid: ${(error as Error).message}`);
  }
}
