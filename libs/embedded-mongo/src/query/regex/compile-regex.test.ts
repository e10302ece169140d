import * as fc from 'fast-check';
import { codeOf } from '../../values/testing/as-stored';
import { compileRegex } from './compile-regex';

const table: [string, string, string, boolean][] = [
  ['abc', '', 'xabcx', true],
  ['^abc', '', 'xabc', false],
  ['^a.c$', '', 'a\u{1f600}c', true],
  ['a.c', '', 'a\nc', false],
  ['a.c', 's', 'a\nc', true],
  ['^b$', 'm', 'a\nb\nc', true],
  ['b$', '', 'b\n', true],
  ['b\\z', '', 'b\n', false],
  ['ÄB', 'i', 'äb', true],
  ['[^a-c]', '', 'abc', false],
  ['[]a]', '', ']', true],
  ['[a\\]\\-]+$', '', ']-', true],
  ['\\d{2,3}', '', 'a1b12', true],
  ['^\\d{2,3}$', '', '1234', false],
  ['\\bcat\\b', '', 'a cat sat', true],
  ['\\Bcat', '', 'a cat', false],
  ['^(?:ab|cd)+$', '', 'abcdab', true],
  ['^(?<year>\\d+)-', '', '2025-01', true],
  ['colou?r', '', 'color', true],
  ['a{,3}', '', 'a{,3}', true],
  ['\\x41\\x{1f600}', '', 'A\u{1f600}', true],
  ['\\Qa.b\\E', '', 'axb', false],
  ['[[:alpha:]]+1', '', 'ab1', true],
  ['\\s', '', '\u00a0', false],
  ['\\w', '', 'é', false],
  ['^$', '', '', true],
  ['a|', '', 'x', true],
];

describe('a regular expression', () => {
  test.each(table)('/%s/%s on %j: %s', (pattern, flags, text, expected) => {
    expect(compileRegex(pattern, flags).test(text)).toBe(expected);
  });

  test.each(['(', ')', '[a', 'a**', '*a', 'a{3,2}', '[b-a]', '(?<n'])('refuses the malformed /%s/', (pattern) => {
    expect([51091]).toContain(codeOf(() => compileRegex(pattern, '')));
  });

  test.each(['(?=a)', '(?!a)', '(?<=a)', '(a)\\1', 'a++', '(?>a)', '\\pL', '(?i)a', '(*ACCEPT)', 'a{1,5000}{1,5000}'])(
    'does not support /%s/',
    (pattern) => {
      expect(codeOf(() => compileRegex(pattern, ''))).toBe(238);
    },
  );

  test('finds the groups of the first match, the greedy ones as long as can be', () => {
    const { find } = compileRegex('(a+)(b)?', '');
    expect(find('xaab', 0)).toEqual([1, 4, 1, 3, 3, 4]);
    expect(find('xaac', 0)?.slice(0, 4)).toEqual([1, 3, 1, 3]);
    expect(compileRegex('(a+?)', '').find('aaa', 0)).toEqual([0, 1, 0, 1]);
    expect(find('xyz', 0)).toBeUndefined();
  });

  test.each(['^(a+)+$', '^(a|a)*$', '^(a*)*b', '(.*)(.*)(.*)(.*)(.*)x'])(
    'answers /%s/ on a text made to hang it',
    (pattern) => {
      expect(compileRegex(pattern, '').test(`${'a'.repeat(20_000)}!`)).toBe(false);
    },
  );

  test('agrees with JavaScript where both have the same language', () => {
    const atom = fc.constantFrom('a', 'b', '.', '[ab]', '[^a]', '(a|bc)', '(?:ab)', '\\d', 'c');
    const piece = fc
      .tuple(atom, fc.constantFrom('', '', '*', '+', '?', '{2}', '{0,2}', '*?', '+?'))
      .map((parts) => parts.join(''));
    const branch = fc.array(piece, { maxLength: 4 }).map((pieces) => pieces.join(''));
    const pattern = fc.tuple(fc.constantFrom('', '^'), fc.array(branch, { minLength: 1, maxLength: 2 }), fc.boolean());
    const text = fc.array(fc.constantFrom('a', 'b', 'c', '1'), { maxLength: 8 }).map((letters) => letters.join(''));
    fc.assert(
      fc.property(pattern, text, ([start, branches, isOne], subject) => {
        const source = start + (isOne ? `(?:${branches.join('|')})` : branches.join('|'));
        const found = new RegExp(source).exec(subject);
        const ours = compileRegex(source, '').find(subject, 0);
        expect(ours?.slice(0, 2)).toEqual(found ? [found.index, found.index + found[0].length] : undefined);
      }),
      { numRuns: 500 },
    );
  });
});
