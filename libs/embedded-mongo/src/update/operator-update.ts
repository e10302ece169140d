import { badValue } from '../errors/mongo-error';
import type { Matcher } from '../query/compile-filter';
import type { Document } from '../values/document';
import { compileArrayFilters, type ArrayFilters } from './array-filters';
import { PathConflicts } from './check-conflicts';
import { Draft } from './draft';
import { parseOperators, type Change } from './parse-operators';
import { checkTopLevelName } from './replacement';
import type { UpdateOptions } from './update-options';
import { isDynamic, partName, type PathPart } from './update-path';

export interface OperatorUpdate {
  change(this: void, document: Document, matcher: Matcher): Document;
  /**
   * Returns the document that an upsert inserts. @param base the fields that the filter of the
   * upsert sets
   */
  insert(this: void, base: Document): Document;
}

/** Compiles an update with operators such as $set. */
export function compileOperatorUpdate(update: Document, options: UpdateOptions): OperatorUpdate {
  const changes = parseOperators(update, options.evaluation);
  const filters = compileArrayFilters(options.arrayFilters ?? [], changes, options.evaluation);
  const always = changes.filter((change) => !change.modifier.onInsertOnly);
  // Whether two paths with positional parts conflict depends on the document, so this is checked
  // for each document.
  const mayConflict = changes.length > 1 && changes.some((change) => isDynamic(change.path));
  return {
    change(document, matcher) {
      // Names that start with a dollar sign are refused only in changes of existing documents. An
      // upsert may insert such names.
      for (const { path, modifier } of always)
        if (!modifier.removes) checkTopLevelName(partName(path.parts[0] as PathPart));
      return run(document, always, filters, mayConflict, () => matcher.position(document));
    },
    insert: (base) => run(base, changes, filters, mayConflict, () => undefined),
  };
}

function run(
  document: Document,
  changes: readonly Change[],
  filters: ArrayFilters,
  mayConflict: boolean,
  position: () => number | undefined,
): Document {
  const draft = new Draft(document, {
    matched() {
      const index = position();
      if (index === undefined) throw badValue('The positional operator did not find the match needed from the query.');
      return index;
    },
    isMeant: (identifier, element) => filters.get(identifier)?.(element) ?? false,
  });
  if (mayConflict) {
    const conflicts = new PathConflicts();
    draft.onChange = (names, dotted) => conflicts.addNames(dotted, names);
  }
  for (const { path, modifier } of changes) draft.apply(path, modifier);
  return draft.root;
}
