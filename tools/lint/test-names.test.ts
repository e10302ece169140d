import { Linter } from 'eslint';
import { testNames } from './test-names.mjs';

const faultsOf = (code: string) =>
  new Linter().verify(code, [{ rules: { 'no-restricted-syntax': testNames } }]).map(({ ruleId }) => ruleId);

describe('the name of a test', () => {
  it.each([
    "it('that a night is sold once', () => {});",
    "test('if a night is sold', () => {});",
    'it(`that ${night} is sold once`, () => {});',
    "it.skip('if a night is sold', () => {});",
    "it.each([1, 2])('that %s nights are sold', () => {});",
  ])('must not be a clause: %s', (code) => {
    expect(faultsOf(code)).toEqual(['no-restricted-syntax']);
  });

  it.each([
    "it('sells a night once', () => {});",
    "it.each([1, 2])('sells %s nights that are free', () => {});",
    "const text = 'if a night is sold'; expect(text).toBe('that');",
    "describe('if a night is sold', () => {});",
  ])('can be a statement: %s', (code) => {
    expect(faultsOf(code)).toEqual([]);
  });
});
