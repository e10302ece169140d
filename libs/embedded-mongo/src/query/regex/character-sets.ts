import type { CharacterSet } from './syntax';

const DIGIT: readonly (readonly [number, number])[] = [[48, 57]];
const WORD: readonly (readonly [number, number])[] = [
  [48, 57],
  [65, 90],
  [95, 95],
  [97, 122],
];
const SPACE: readonly (readonly [number, number])[] = [
  [9, 13],
  [32, 32],
];
const LAST = 0x10ffff;

/** What \d, \w, \s and their opposites stand for: ASCII only, as in PCRE without Unicode properties. */
export function escapedSet(letter: string): CharacterSet | undefined {
  switch (letter) {
    case 'd':
    case 'D':
      return { ranges: DIGIT, negated: letter === 'D' };
    case 'w':
    case 'W':
      return { ranges: WORD, negated: letter === 'W' };
    case 's':
    case 'S':
      return { ranges: SPACE, negated: letter === 'S' };
    default:
      return undefined;
  }
}

const POSIX: Record<string, readonly (readonly [number, number])[]> = {
  alpha: [
    [65, 90],
    [97, 122],
  ],
  digit: DIGIT,
  alnum: [
    [48, 57],
    [65, 90],
    [97, 122],
  ],
  upper: [[65, 90]],
  lower: [[97, 122]],
  space: SPACE,
  word: WORD,
  xdigit: [
    [48, 57],
    [65, 70],
    [97, 102],
  ],
  blank: [
    [9, 9],
    [32, 32],
  ],
  punct: [
    [33, 47],
    [58, 64],
    [91, 96],
    [123, 126],
  ],
};

/** The set of a class such as [:alpha:]. */
export function posixSet(name: string): CharacterSet | undefined {
  const ranges = POSIX[name];
  return ranges && { ranges, negated: false };
}

/** The ranges of a set with its negation worked out. */
export function rangesOf(set: CharacterSet): (readonly [number, number])[] {
  if (!set.negated) return [...set.ranges];
  const sorted = [...set.ranges].sort((a, b) => a[0] - b[0]);
  const rest: [number, number][] = [];
  let next = 0;
  for (const [from, to] of sorted) {
    if (from > next) rest.push([next, from - 1]);
    next = Math.max(next, to + 1);
  }
  if (next <= LAST) rest.push([next, LAST]);
  return rest;
}

/** A test whether a code point is in the set. */
export function compileSet(set: CharacterSet, ignoreCase: boolean): (codePoint: number) => boolean {
  const contains = (codePoint: number) => set.ranges.some(([from, to]) => codePoint >= from && codePoint <= to);
  const inSet = ignoreCase ? (codePoint: number) => caseVariants(codePoint).some(contains) : contains;
  const ascii = Array.from({ length: 128 }, (_, codePoint) => inSet(codePoint) !== set.negated);
  return (codePoint) => (codePoint < 128 ? (ascii[codePoint] as boolean) : inSet(codePoint) !== set.negated);
}

/** The characters that differ from one only in case (one character each). */
function caseVariants(codePoint: number): number[] {
  const text = String.fromCodePoint(codePoint);
  const variants = [codePoint];
  for (const variant of [text.toLowerCase(), text.toUpperCase(), text.toUpperCase().toLowerCase()]) {
    const other = variant.codePointAt(0) as number;
    if (String.fromCodePoint(other) === variant && !variants.includes(other)) variants.push(other);
  }
  return variants;
}

/** Whether \b takes the code point for part of a word. */
export function isWord(codePoint: number): boolean {
  return WORD.some(([from, to]) => codePoint >= from && codePoint <= to);
}
