import { Double } from 'bson';
import { asStored, codeOf, typed } from '../values/testing/as-stored';
import { compileUpdate } from './compile-update';
import { apply, compiled, evaluation } from './testing/apply-update';

describe('a replacement of a document', () => {
  test('keeps the _id, and makes it the first field', () => {
    expect(typed(apply({ _id: 1, a: 1 }, { b: 2 }))).toBe(typed({ _id: 1, b: 2 }));
    expect(typed(apply({ _id: 1, a: 1 }, { b: 2, _id: 1 }))).toBe(typed({ _id: 1, b: 2 }));
    expect(typed(apply({ _id: 1, a: 1 }, { _id: new Double(1), b: 2 }))).toBe(typed({ _id: 1, b: 2 }));
    expect(compiled({ b: 2 }).isReplacement).toBe(true);
  });

  test('is refused if it has a different _id', () => {
    expect(codeOf(() => apply({ _id: 1 }, { _id: 2 }))).toBe(66);
  });

  test('is refused in an update of several documents', () => {
    expect(codeOf(() => compileUpdate(asStored({ a: 1 }), { evaluation, multi: true }))).toBe(9);
  });
});
