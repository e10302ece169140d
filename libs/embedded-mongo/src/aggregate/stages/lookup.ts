import { failedToParse, notSupported } from '../../errors/mongo-error';
import { readPath } from '../../expression/read-path';
import { fieldPath, walkPath } from '../../query/field-path';
import { isDocument, keysOf, type Document } from '../../values/document';
import { splitFieldPath } from '../../values/path-names';
import { show } from '../../values/show';
import { BsonType, typeName, typeOf } from '../../values/type-of';
import type { PipelineContext, Stage, StageCompiler } from './stage';
import { setAt } from './unwind';
import { ValueMap } from './value-set';

interface Lookup {
  from: string;
  as: string[];
  local: string[];
  foreign: string;
}

/** $lookup with localField and foreignField. A $lookup with a pipeline is refused. */
export const compileLookup: StageCompiler = (operand, context) => {
  const lookup = parseLookup(operand);
  const stage: Stage = function* (source) {
    const candidates = candidatesOf(lookup, context);
    for (const document of source) yield setAt(document, lookup.as, 0, candidates(document));
  };
  return stage;
};

function parseLookup(operand: unknown): Lookup {
  if (!isDocument(operand))
    throw failedToParse(`the $lookup stage specification must be an object, but found ${typeName(operand)}`);
  for (const name of keysOf(operand)) {
    if (name === 'pipeline' || name === 'let') throw notSupported(`$lookup with '${name}'`);
    if (!['from', 'as', 'localField', 'foreignField'].includes(name))
      throw failedToParse(`unknown argument to $lookup: ${name}`);
  }
  const text = (name: string) => {
    const value = operand[name];
    if (name === 'from' && isDocument(value)) throw notSupported("$lookup 'from' another database");
    if (value === undefined) throw failedToParse(`must specify '${name}' field for a $lookup`);
    if (typeof value === 'string') return value;
    throw failedToParse(`$lookup argument '${name}: ${show(value)}' must be a string, found: ${typeName(value)}`);
  };
  return {
    from: text('from'),
    as: splitFieldPath(text('as')),
    local: splitFieldPath(text('localField')),
    foreign: splitFieldPath(text('foreignField')).join('.'),
  };
}

/**
 * Returns a function that finds the matches of a document in the other collection. That collection
 * is read and indexed only once.
 */
function candidatesOf(lookup: Lookup, context: PipelineContext): (document: Document) => Document[] {
  let byKey: ValueMap<Candidate[]> | undefined;
  return (document) => {
    byKey ??= indexByValue([...context.collection(lookup.from)], lookup.foreign);
    return pick(byKey, localValues(document, lookup.local));
  };
}

interface Candidate {
  document: Document;
  position: number;
}

function indexByValue(documents: readonly Document[], foreign: string): ValueMap<Candidate[]> {
  const path = fieldPath(foreign);
  const byKey = new ValueMap<Candidate[]>();
  documents.forEach((document, position) => {
    walkPath(document, path, 'elements', (value) => {
      const list = byKey.getOrAdd(value === undefined ? null : value, () => []);
      if (list[list.length - 1]?.document !== document) list.push({ document, position });
      return false;
    });
  });
  return byKey;
}

/**
 * The values of the local field, to compare with the foreign field. For an array, these are its
 * elements. For a missing field, this is null.
 */
function localValues(document: Document, parts: readonly string[]): unknown[] {
  const value = readPath(document, parts, 0);
  if (value === undefined || value === null) return [null];
  if (!Array.isArray(value)) return [value];
  if (value.some((item) => typeOf(item) === BsonType.regex)) throw notSupported('$lookup by a regular expression');
  return value.length === 0 ? [] : (value as unknown[]);
}

/** The documents that have one of the values, in the order of their collection. */
function pick(byKey: ValueMap<Candidate[]>, values: readonly unknown[]): Document[] {
  const found = new Map<number, Document>();
  for (const value of values)
    for (const { position, document } of byKey.get(value) ?? []) found.set(position, document);
  return [...found].sort(([a], [b]) => a - b).map(([, document]) => document);
}
