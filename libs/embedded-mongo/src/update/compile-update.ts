import { compilePipelineUpdate } from '../aggregate/compile-pipeline-update';
import { failedToParse, MongoError } from '../errors/mongo-error';
import type { Matcher } from '../query/compile-filter';
import { equalValues } from '../values/compare';
import { documentOf, entriesOf, keysOf, type Document } from '../values/document';
import { show } from '../values/show';
import { compileOperatorUpdate } from './operator-update';
import { checkReplacement } from './replacement';
import type { UpdateOptions } from './update-options';
import { upsertBase, upsertId } from './upsert-base';

export type Update = Document | Document[];

export interface CompiledUpdate {
  isReplacement: boolean;
  /**
   * Returns the changed document. Does not modify the given document.
   * @throws MongoError if the update cannot be applied to this document
   */
  apply(document: Document, matcher: Matcher): Document;
  /**
   * Returns the document that an upsert inserts. The _id is the first field if the filter or the
   * update sets it.
   */
  upsert(filter: Document): Document;
}

/**
 * Compiles an update: a document of operators, a replacement document, or a pipeline.
 * @throws MongoError if the update is malformed or unsupported, before any document is read
 */
export function compileUpdate(update: Update, options: UpdateOptions): CompiledUpdate {
  if (Array.isArray(update)) return compilePipeline(update, options);
  const first = keysOf(update)[0];
  if (first === undefined || !first.startsWith('$')) return compileReplacement(update, options);
  const { change, insert } = compileOperatorUpdate(update, options);
  return {
    isReplacement: false,
    apply: (document, matcher) => withSameId(document, change(document, matcher)),
    upsert(filter) {
      const base = upsertBase(filter);
      const inserted = insert(base);
      return withIdFirst(base['_id'] === undefined ? inserted : withSameId(base, inserted));
    },
  };
}

function compilePipeline(pipeline: Document[], options: UpdateOptions): CompiledUpdate {
  if (options.arrayFilters?.length) throw failedToParse('arrayFilters may not be specified for pipeline-syle updates');
  const run = compilePipelineUpdate(pipeline, options.evaluation);
  return {
    isReplacement: false,
    apply: (document) => keepId(document, run(document)),
    upsert(filter) {
      const base = upsertBase(filter);
      return withIdFirst(keepId(base, run(base)));
    },
  };
}

function compileReplacement(replacement: Document, options: UpdateOptions): CompiledUpdate {
  if (options.multi) throw failedToParse('multi update is not supported for replacement-style update');
  if (options.arrayFilters?.length)
    throw failedToParse('arrayFilters may not be specified for replacement-style updates');
  checkReplacement(replacement);
  return {
    isReplacement: true,
    apply: (document) => keepId(document, replacement),
    upsert(filter) {
      const id = upsertId(filter);
      return withIdFirst(id === undefined ? replacement : keepId({ _id: id }, replacement));
    },
  };
}

/**
 * Checks that an update does not change the _id. The update may set the _id to an equal number of a
 * different type. The document then keeps the stored _id.
 */
function withSameId(before: Document, after: Document): Document {
  if (before['_id'] === after['_id']) return after;
  if (!equalValues(before['_id'], after['_id'])) {
    throw new MongoError(
      66,
      'ImmutableField',
      "Performing an update on the path '_id' would modify the immutable field '_id'",
    );
  }
  return documentOf(entriesOf(after).map(([name, value]) => [name, name === '_id' ? before['_id'] : value] as const));
}

/**
 * Makes the stored _id the first field of a replacement document. The type of the _id stays the same.
 * @throws MongoError 66 if the replacement has a different _id
 */
function keepId(before: Document, after: Document): Document {
  const id = before['_id'];
  if (id === undefined) return after;
  const given = after['_id'];
  if (given === id && keysOf(after)[0] === '_id') return after;
  if (given !== undefined && given !== id && !equalValues(id, given)) {
    throw new MongoError(
      66,
      'ImmutableField',
      "After applying the update, the (immutable) field '_id' was found to have been altered to _id: " + show(given),
    );
  }
  return withFirst(id, after);
}

function withIdFirst(document: Document): Document {
  const id = document['_id'];
  return id === undefined || keysOf(document)[0] === '_id' ? document : withFirst(id, document);
}

function withFirst(id: unknown, document: Document): Document {
  return documentOf([['_id', id], ...entriesOf(document).filter(([name]) => name !== '_id')]);
}
