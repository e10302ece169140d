import { recordUse } from '../../usage/record-use';
import { QueryRun, type Query } from '../../planner/query-run';
import type { Evaluation } from '../../evaluation/evaluation';
import { runPipeline } from '../../aggregate/run-pipeline';
import type { Collection } from '../../storage/catalog';
import type { Engine } from '../../storage/engine';
import { prefixRange } from '../../storage/records';
import { decode, type Document } from '../../values/decode';
import { entriesOf, isDocument, keysOf } from '../../values/document';
import { isNumeric } from '../../values/type-of';

/**
 * A pipeline that is split into a query and the other stages. The query can use an index for the
 * filter, the order and the limit.
 */
export interface SplitPipeline {
  query: Query;
  rest: Document[];
}

/**
 * Converts the stages `$match`, `$sort`, `$skip` and `$limit` to a query, if they are at the start
 * of a pipeline and in this order.
 */
export function splitPipeline(pipeline: Document[], hint: Query['hint']): SplitPipeline {
  for (const stage of pipeline) recordUse('stage', keysOf(stage)[0] ?? '');
  const rest = [...pipeline];
  const query: Query = { filter: {}, hint };
  const filters: Document[] = [];
  while (isDocument(rest[0]?.$match) && isOnlyStage(rest[0]))
    filters.push((rest.shift() as Document).$match as Document);
  if (filters.length === 1) query.filter = filters[0] as Document;
  else if (filters.length > 1) query.filter = { $and: filters };
  if (isDocument(rest[0]?.$sort) && isOnlyStage(rest[0]) && isPlainSort(rest[0].$sort))
    query.sort = (rest.shift() as Document).$sort as Document;
  if (isCount(rest[0]?.$skip, 0)) query.skip = Number((rest.shift() as Document).$skip);
  if (isCount(rest[0]?.$limit, 1)) query.limit = Number((rest.shift() as Document).$limit);
  return { query, rest };
}

function isOnlyStage(stage: Document): boolean {
  return keysOf(stage).length === 1;
}

function isPlainSort(sort: Document): boolean {
  const entries = entriesOf(sort);
  return (
    entries.length > 0 &&
    entries.every(
      ([path, direction]) => !path.startsWith('$') && isNumeric(direction) && Math.abs(Number(direction)) === 1,
    )
  );
}

function isCount(value: unknown, least: number): boolean {
  return isNumeric(value) && Number.isInteger(Number(value)) && Number(value) >= least;
}

/** Runs a pipeline over a collection and returns the resulting documents. */
export function pipelineDocuments(
  engine: Engine,
  database: string,
  collection: Collection | undefined,
  split: SplitPipeline,
  evaluation: Evaluation,
): Iterable<Document> {
  const source = collection ? queryDocuments(new QueryRun(engine, collection, split.query, evaluation)) : [];
  return runPipeline(source, split.rest, {
    evaluation,
    collection: (name) => allDocuments(engine, engine.catalog.find(database, name), evaluation),
  });
}

function* queryDocuments(run: QueryRun): Generator<Document> {
  try {
    for (let record = run.next(); record; record = run.next()) yield decode(record.raw);
  } finally {
    run.close();
  }
}

function* allDocuments(
  engine: Engine,
  collection: Collection | undefined,
  evaluation: Evaluation,
): Generator<Document> {
  if (!collection) return;
  for (const { value } of engine.store.getRange(prefixRange(collection.id))) {
    evaluation.deadline?.check();
    yield decode(value);
  }
}
