import { failedToParse, badValue } from '../errors/mongo-error';
import { compileFilter } from '../query/compile-filter';
import type { Evaluation } from '../evaluation/evaluation';
import { documentOf, entriesOf, isDocument, type Document } from '../values/document';
import type { Change } from './parse-operators';

/**
 * For each identifier of `$[identifier]`, a function that tests whether an array element is to be
 * changed.
 */
export type ArrayFilters = ReadonlyMap<string, (element: unknown) => boolean>;

/**
 * Compiles arrayFilters.
 * @throws MongoError 9 for a filter that does not have exactly one identifier, and for an
 * identifier that is defined twice or not used; 2 for an undefined or invalid identifier
 */
export function compileArrayFilters(
  filters: readonly Document[],
  changes: readonly Change[],
  evaluation: Evaluation,
): ArrayFilters {
  const compiled = new Map<string, (element: unknown) => boolean>();
  for (const filter of filters) {
    if (!isDocument(filter)) throw failedToParse('Each array filter must be an object');
    const identifier = identifierOf(filter);
    if (compiled.has(identifier))
      throw failedToParse(`Found multiple array filters with the same top-level field name ${identifier}`);
    const { matches } = compileFilter(filter, evaluation);
    compiled.set(identifier, (element) => matches(documentOf([[identifier, element]])));
  }
  const used = new Set<string>();
  for (const { path } of changes) {
    for (const part of path.parts) {
      if (part.kind !== 'filtered') continue;
      if (!compiled.has(part.identifier))
        throw badValue(`No array filter found for identifier '${part.identifier}' in path '${path.dotted}'`);
      used.add(part.identifier);
    }
  }
  for (const identifier of compiled.keys()) {
    if (!used.has(identifier))
      throw failedToParse(`The array filter for identifier '${identifier}' was not used in the update`);
  }
  return compiled;
}

function identifierOf(filter: Document): string {
  const names = new Set(namesIn(filter));
  const [name, second] = names;
  if (name === undefined)
    throw failedToParse('Cannot use an expression without a top-level field name in arrayFilters');
  if (second !== undefined)
    throw failedToParse(
      `Error parsing array filter :: caused by :: Expected a single top-level field name, found '${name}' and '${second}'`,
    );
  if (!/^[a-z][a-zA-Z0-9]*$/.test(name)) {
    throw badValue(
      `Error parsing array filter :: caused by :: The top-level field name must be an alphanumeric string beginning with a lowercase letter, found '${name}'`,
    );
  }
  return name;
}

function namesIn(filter: Document): string[] {
  return entriesOf(filter).flatMap(([name, operand]) => {
    if (!name.startsWith('$')) return [name.split('.')[0] as string];
    return Array.isArray(operand)
      ? (operand as unknown[]).flatMap((item) => (isDocument(item) ? namesIn(item) : []))
      : [];
  });
}
