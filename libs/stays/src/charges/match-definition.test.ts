import { isSameCode } from './match-definition';

describe('discount codes', () => {
  it.each([
    ['SUMMER26', ' summer26 '],
    ['Spaß10', 'SPASS10'],
    ['οδοσ', 'ΟΔΟΣ'],
    ['ÉTÉ27', 'e\u0301te\u030127'],
    ['İndirim', 'indirim'],
  ])('are the same regardless of case, Unicode form and surrounding spaces: %j and %j', (one, other) => {
    expect([isSameCode(one, other), isSameCode(other, one)]).toEqual([true, true]);
  });

  it.each([
    ['ETE27', 'ÉTÉ27'],
    ['SUMMER26', 'SUMMER27'],
    ['SUMMER26', null],
  ])('are different: %j and %j', (one, other) => {
    expect(isSameCode(one, other)).toBe(false);
  });
});
