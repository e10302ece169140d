import type { MongoError } from '../../errors/mongo-error';
import { locationError } from '../../errors/mongo-error';
import { compileFilter } from '../../query/compile-filter';
import { compileSort } from '../../sort/sort-key';
import { documentOf, isDocument, keysOf, type Document } from '../../values/document';
import { intOrLong } from '../../values/number';
import { show } from '../../values/show';
import { asWholeNumber } from '../../values/whole-number';
import type { Stage, StageCompiler } from './stage';

/** $match: returns the documents that match a query filter. */
export const compileMatch: StageCompiler = (operand, context) => {
  if (!isDocument(operand)) throw locationError(15959, 'the match filter must be an expression in an object');
  const matcher = compileFilter(operand, context.evaluation);
  return function* (source) {
    for (const document of source) if (matcher.matches(document)) yield document;
  };
};

/** $sort: documents with equal keys keep their order. */
export const compileSortStage: StageCompiler = (operand) => {
  if (!isDocument(operand)) throw locationError(15973, 'the $sort key specification must be an object');
  if (keysOf(operand).length === 0) throw locationError(15976, '$sort stage must have at least one sort key');
  const sort = compileSort(operand);
  return function* (source) {
    const keyed: { key: unknown[]; document: Document }[] = [];
    for (const document of source) keyed.push({ key: sort.key(document), document });
    keyed.sort((a, b) => sort.compare(a.key, b.key));
    for (const { document } of keyed) yield document;
  };
};

function requireCount(operand: unknown, name: string, code: number, least: number): number {
  const count = asWholeNumber(operand);
  if (count === undefined)
    throw locationError(code, `invalid argument to ${name} stage: Expected an integer: ${name}: ${show(operand)}`);
  if (count < 0n)
    throw locationError(
      code,
      `invalid argument to ${name} stage: Expected a non-negative number in: ${name}: ${show(operand)}`,
    );
  if (count < BigInt(least)) throw locationError(15958, 'the limit must be positive');
  return Number(count);
}

export const compileSkip: StageCompiler = (operand) => {
  const count = requireCount(operand, '$skip', 5107200, 0);
  return function* (source) {
    let seen = 0;
    for (const document of source) if (seen++ >= count) yield document;
  };
};

/** $limit: stops reading after the last document that it returns. */
export const compileLimit: StageCompiler = (operand) => {
  const count = requireCount(operand, '$limit', 5107201, 1);
  return function* (source) {
    let given = 0;
    for (const document of source) {
      yield document;
      if (++given >= count) return;
    }
  };
};

/** $count: returns one document with the number of documents, or no document if there are none. */
export const compileCount: StageCompiler = (operand) => {
  if (typeof operand !== 'string' || operand === '')
    throw locationError(operand === '' ? 40157 : 40156, 'the count field must be a non-empty string');
  if (operand.startsWith('$')) throw locationError(40158, 'the count field cannot be a $-prefixed path');
  if (operand.includes('\0')) throw locationError(40159, 'the count field cannot contain a null byte');
  if (operand.includes('.')) throw locationError(40160, "the count field cannot contain '.'");
  if (operand === '_id') throw locationError(9039800, 'the count field cannot be named _id');
  const stage: Stage = function* (source) {
    let count = 0;
    for (const _ of source) count++;
    if (count > 0) yield documentOf([[operand, intOrLong(count)]]);
  };
  return stage;
};

export function stageNotFound(name: string): MongoError {
  return locationError(40324, `Unrecognized pipeline stage name: '${name}'`);
}
