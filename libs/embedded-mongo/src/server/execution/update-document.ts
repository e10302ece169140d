import { ObjectId } from 'bson';
import type { CompiledUpdate } from '../../update/compile-update';
import type { Matcher } from '../../query/compile-filter';
import { QueryRun, type Query } from '../../planner/query-run';
import type { Evaluation } from '../../evaluation/evaluation';
import type { Collection } from '../../storage/catalog';
import type { Engine } from '../../storage/engine';
import { withFieldFirst } from '../../storage/raw-document';
import { readRecord, type StoredRecord } from '../../storage/records';
import { insertDocument, replaceDocument } from '../../storage/write-document';
import { decode, type Document } from '../../values/decode';
import { encode } from '../../values/encode';

/** Changes one stored document. @returns its new bytes; undefined if the update changes nothing. */
export function updateRecord(
  engine: Engine,
  collection: Collection,
  record: StoredRecord,
  update: CompiledUpdate,
  matcher: Matcher,
): Buffer | undefined {
  const before = decode(record.raw);
  return replaceDocument(engine, collection, record, before, update.apply(before, matcher));
}

/**
 * Changes every matching document. Finds all of them before it changes the first, so that a changed
 * document is not found again.
 */
export function updateMany(
  engine: Engine,
  collection: Collection,
  query: Query,
  update: CompiledUpdate,
  evaluation: Evaluation,
): { matched: number; modified: number } {
  const run = new QueryRun(engine, collection, query, evaluation);
  const result = { matched: 0, modified: 0 };
  for (const id of recordIds(run)) {
    const raw = readRecord(engine.store, collection, id) as Buffer;
    evaluation.deadline?.check();
    if (updateRecord(engine, collection, { id, raw }, update, run.matcher)) result.modified++;
    result.matched++;
  }
  return result;
}

/** The record ids of all documents of a query. */
export function recordIds(run: QueryRun): number[] {
  const ids: number[] = [];
  for (let record = run.next(); record; record = run.next()) ids.push(record.id);
  run.pause();
  return ids;
}

/**
 * Inserts the document of an upsert. The document gets a new _id unless the filter or the update
 * sets one.
 */
export function upsertDocument(
  engine: Engine,
  collection: Collection,
  filter: Document,
  update: CompiledUpdate,
): { id: unknown; raw: Buffer } {
  const document = update.upsert(filter);
  const id = document._id === undefined ? new ObjectId() : document._id;
  const raw = withFieldFirst(encode(document), '_id', () => encode({ _id: id }));
  return { id, raw: insertDocument(engine, collection, raw) };
}
