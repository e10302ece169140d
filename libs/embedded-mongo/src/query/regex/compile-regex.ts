import type { BSONRegExp } from 'bson';
import { badValue, notSupported } from '../../errors';
import { regexParts } from '../../values/regex-parts';
import { compileProgram } from './compile-program';
import { parsePattern } from './parse-pattern';
import { runProgram, type Slots } from './run-program';
import type { Node, Options } from './syntax';

export interface CompiledRegex {
  test(this: void, text: string): boolean;
  /** The first match at or after an index: where it and its groups begin and end. */
  find(this: void, text: string, from: number): Slots | undefined;
  groups: number;
}

/**
 * Compiles a regular expression to a matcher whose time grows with the text and never more than in line with it.
 * Options i, m and s are PCRE's; x is refused.
 */
export function compileRegex(pattern: string, flags: string): CompiledRegex {
  if (pattern.includes('\0')) throw badValue('Regular expression cannot contain an embedded null byte');
  const options = readOptions(flags);
  const parsed = parsePattern(pattern, options);
  const program = compileProgram(parsed, options);
  return {
    test:
      (options.ignoreCase ? undefined : plainTest(parsed.node)) ??
      ((text) => runProgram(program, text, 0) !== undefined),
    find: (text, from) => runProgram(program, text, from),
    groups: parsed.groups,
  };
}

/** What a filter asks of a value with a regular expression: strings that match, or the same expression. */
export function compareRegex(regex: RegExp | BSONRegExp): {
  test: (text: string) => boolean;
  isSame: (other: RegExp | BSONRegExp) => boolean;
} {
  const { pattern, flags } = regexParts(regex);
  const { test } = compileRegex(pattern, flags);
  return {
    test,
    isSame(other) {
      const parts = regexParts(other);
      return parts.pattern === pattern && parts.flags === flags;
    },
  };
}

function readOptions(flags: string): Options {
  for (const flag of flags) {
    if (flag === 'x') throw notSupported('the option x of a regular expression');
    if (!'imsu'.includes(flag)) throw badValue(`invalid flag in regex options: ${flag}`);
  }
  return { ignoreCase: flags.includes('i'), multiline: flags.includes('m'), dotAll: flags.includes('s') };
}

/** Plain text, also after ^, needs no matcher. */
function plainTest(node: Node): ((text: string) => boolean) | undefined {
  const items = node.kind === 'sequence' ? node.items : [node];
  const [first, ...others] = items;
  const anchored = first?.kind === 'assertion' && first.assertion === 'start';
  const characters = (anchored ? others : items).map(literalOf);
  if (characters.some((character) => character === undefined)) return undefined;
  const plain = characters.join('');
  return anchored ? (text) => text.startsWith(plain) : (text) => text.includes(plain);
}

function literalOf(node: Node): string | undefined {
  if (node.kind !== 'set' || node.set.negated || node.set.ranges.length !== 1) return undefined;
  const [from, to] = node.set.ranges[0] as readonly [number, number];
  return from === to ? String.fromCodePoint(from) : undefined;
}
