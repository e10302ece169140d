import type { Document } from '../values/decode';
import { filterParts } from './conjuncts';
import { impliesFilter, isImplied } from './implies-filter';

/**
 * [filter of a query, filter of a partial index, whether every document that matches the query
 * matches the index filter]
 */
const ANSWERS: [Document, Document, boolean][] = [
  [{ a: 1 }, { a: { $exists: true } }, true],
  [{ a: null }, { a: { $exists: true } }, false],
  [{ a: { $in: [1, null] } }, { a: { $exists: true } }, false],
  [{ a: { $in: [1, 2] } }, { a: { $exists: true } }, true],
  [{ a: { $ne: 1 } }, { a: { $exists: true } }, false],
  [{ a: { $not: { $gt: 1 } } }, { a: { $exists: true } }, false],
  [{ a: { $exists: true } }, { a: { $exists: true } }, true],
  [{ a: { $exists: false } }, { a: { $exists: true } }, false],
  [{ a: { $gte: null } }, { a: { $exists: true } }, false],
  [{ b: 1 }, { a: { $exists: true } }, false],
  [{ a: 5 }, { a: { $gt: 4 } }, true],
  [{ a: 5 }, { a: { $gt: 5 } }, false],
  [{ a: '5' }, { a: { $gt: 4 } }, false],
  [{ a: { $gt: 5 } }, { a: { $gte: 5 } }, true],
  [{ a: { $gte: 5 } }, { a: { $gt: 5 } }, false],
  [{ a: { $gt: 5, $lt: 7 } }, { a: { $lt: 8 } }, true],
  [{ a: { $lt: 5 } }, { a: { $gt: 1 } }, false],
  [{ a: [5] }, { a: { $gt: 4 } }, false],
  [{ a: { $in: [1, 2] } }, { a: { $in: [1, 2, 3] } }, true],
  [{ a: { $in: [1, 4] } }, { a: { $in: [1, 2, 3] } }, false],
  [{ status: 'active', b: 1 }, { status: 'active' }, true],
  [{ status: 'ended' }, { status: 'active' }, false],
  [{ a: 1, b: 2 }, { a: 1, b: 2 }, true],
  [{ a: 1 }, { a: 1, b: 2 }, false],
  [{ $and: [{ a: 1 }, { b: 2 }] }, { a: 1, b: 2 }, true],
  [{ $or: [{ a: 1 }, { b: 2 }] }, { a: { $exists: true } }, false],
  [{ a: 1 }, { $or: [{ a: 1 }, { b: 1 }] }, true],
  [{ c: 1 }, { $or: [{ a: 1 }, { b: 1 }] }, false],
  [{ a: { $type: 'string' } }, { a: { $type: 'string' } }, true],
  [{ a: 1 }, { a: { $type: 'string' } }, false],
  [{ a: NaN }, { a: { $lt: 5 } }, false],
]; // prettier-ignore

describe('impliesFilter returns whether a partial index contains all results of a query:', () => {
  it.each(ANSWERS)('with the query %j and the index filter %j: %s', (filter, partial, expected) => {
    expect(impliesFilter(filterParts(filter).conjuncts, partial)).toBe(expected);
  });
});

/**
 * [condition of a query, filter of a partial index, other conditions of the query, whether the
 * condition follows from the index filter or the other conditions]
 */
const IMPLIED: [Document, Document | undefined, Document, boolean][] = [
  [{ a: { $exists: true } }, { a: { $exists: true } }, {}, true],
  [{ a: { $exists: false } }, { a: { $exists: true } }, {}, false],
  [{ a: { $exists: true } }, undefined, { a: { $gt: 3 } }, true],
  [{ a: { $exists: false } }, undefined, { a: { $gt: 3 } }, false],
  [{ a: { $exists: true } }, undefined, { a: null }, false],
  [{ a: { $exists: true } }, { b: 1 }, {}, false],
  [{ a: { $gt: 3 } }, { a: { $gt: 5 } }, {}, true],
  [{ a: { $gt: 5 } }, { a: { $gt: 3 } }, {}, false],
  [{ a: 5 }, { a: { $exists: true } }, {}, false],
  [{ a: 'x' }, { a: 'x', b: 1 }, {}, true],
  [{ a: 'x' }, { $or: [{ a: 'x' }, { b: 1 }] }, {}, false],
]; // prettier-ignore

describe('isImplied returns whether a condition follows from an index filter and other conditions:', () => {
  it.each(IMPLIED)(
    'the condition %j with the index filter %j and the conditions %j: %s',
    (wanted, partial, facts, expected) => {
      const [conjunct] = filterParts(wanted).conjuncts;
      expect(isImplied(conjunct!, partial, filterParts(facts).conjuncts)).toBe(expected);
    },
  );
});
