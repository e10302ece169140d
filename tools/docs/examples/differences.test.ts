import { differencesOf } from './differences';

describe('differencesOf', () => {
  it('finds no difference between bodies that have the same fields with different values', () => {
    const recorded = { id: 1, guest: { name: 'Ada' }, charges: [{ type: 'rent' }, { type: 'tax', tax_id: 1 }] };
    const present = { id: 2, guest: { name: 'Eva' }, charges: [{ type: 'tax', tax_id: 3 }] };
    expect(differencesOf(recorded, present)).toEqual([]);
  });

  it('finds fields that only one of the two bodies has, also inside lists', () => {
    const recorded = { id: 1, items: [{ a: 1 }, { a: 1, c: { d: 1 } }] };
    const present = { name: 'x', items: [{ a: 1, b: 2, c: { e: 1 } }] };
    expect(differencesOf(recorded, present)).toEqual([
      'id is only in the recorded answer',
      'items[].c.d is only in the recorded answer',
      'items[].c.e is only in the present answer',
      'items[].b is only in the present answer',
      'name is only in the present answer',
    ]);
  });

  it('accepts null and an empty list in place of other values', () => {
    expect(differencesOf({ a: null, b: [] }, { a: { c: 1 }, b: [{ c: 1 }] })).toEqual([]);
  });
});
