import { codeOf, typed } from '../values/testing/as-stored';
import { apply } from './testing/apply-update';

describe('an update with a positional path', () => {
  test('with $ changes the element that the filter matched', () => {
    const lines = {
      lines: [
        { sku: 'a', n: 1 },
        { sku: 'b', n: 2 },
      ],
    };
    expect(typed(apply(lines, { $inc: { 'lines.$.n': 10 } }, { 'lines.sku': 'b' }))).toBe(
      typed({
        lines: [
          { sku: 'a', n: 1 },
          { sku: 'b', n: 12 },
        ],
      }),
    );
    expect(typed(apply({ a: [1, 7] }, { $set: { 'a.$': 0 } }, { a: { $gt: 5 } }))).toBe(typed({ a: [1, 0] }));
  });

  test('with $[identifier] changes each element that the array filter matches', () => {
    const document = {
      a: [
        { s: 1, t: [1, 5] },
        { s: 2, t: [6] },
      ],
    };
    expect(typed(apply(document, { $set: { 'a.$[x].t.$[y]': 0 } }, {}, [{ 'x.s': 1 }, { y: { $gt: 4 } }]))).toBe(
      typed({
        a: [
          { s: 1, t: [1, 0] },
          { s: 2, t: [6] },
        ],
      }),
    );
    expect(typed(apply({ a: [1, 2, 3] }, { $inc: { 'a.$[x]': 1 } }, {}, [{ $or: [{ x: 1 }, { x: 3 }] }]))).toBe(
      typed({ a: [2, 2, 4] }),
    );
  });

  test.each([
    ['is not used', { $set: { a: 1 } }, [{ x: 1 }], 9],
    ['is defined twice', { $set: { 'a.$[x]': 1 } }, [{ x: 1 }, { x: 2 }], 9],
    ['has two field names', { $set: { 'a.$[x]': 1 } }, [{ x: 1, y: 2 }], 9],
    ['has an invalid identifier', { $set: { 'a.$[X]': 1 } }, [{ X: 1 }], 2],
  ])('is refused if an array filter %s', (_, update, filters, code) => {
    expect(codeOf(() => apply({ a: [1] }, update, {}, filters))).toBe(code);
  });

  test('is refused if two paths select the same element, and accepted if they select different elements', () => {
    const update = { $set: { 'a.$[x]': 1, 'a.$[y]': 2 } };
    expect(codeOf(() => apply({ a: [1] }, update, {}, [{ x: 1 }, { y: 1 }]))).toBe(40);
    expect(typed(apply({ a: [1, 2] }, update, {}, [{ x: 1 }, { y: 2 }]))).toBe(typed({ a: [1, 2] }));
  });
});
