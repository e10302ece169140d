import { evaluateLet } from './evaluate-let';

describe('the let of a command', () => {
  const now = new Date('2026-01-01');
  const evaluate = (definitions: Record<string, unknown>) => evaluateLet(definitions, { now });

  it('holds values of expressions, not the expressions', () => {
    expect(evaluate({ plain: 'x', price: { $literal: '$5' }, joined: { $concat: ['a', 'b'] }, at: '$$NOW' })).toEqual({
      plain: 'x',
      price: '$5',
      joined: 'ab',
      at: now,
    });
  });

  it('may name the variables before it, and none after it', () => {
    expect(evaluate({ a: 2, b: { $concatArrays: [['$$a'], [3]] } })).toEqual({ a: 2, b: [2, 3] });
    expect(() => evaluate({ b: '$$a', a: 2 })).toThrow('Use of undefined variable: a');
  });

  it.each(['$field', '$$ROOT', '$$CURRENT.a', { $cond: [true, 1, '$field'] }, { $map: { input: [1], in: '$field' } }])(
    'reads no document: %j is refused',
    (expression) => {
      expect(() => evaluate({ a: expression })).toThrow('tried to access a field');
    },
  );

  it('has names as variables have', () => {
    expect(() => evaluate({ A: 1 })).toThrow("'A' starts with an invalid character");
  });
});
