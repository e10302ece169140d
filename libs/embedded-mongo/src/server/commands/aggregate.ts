import { locationError, MongoError, notSupported } from '../../errors/mongo-error';
import { QueryRun } from '../../planner/query-run';
import { compileFilter } from '../../query/compile-filter';
import { namespace, type Collection } from '../../storage/catalog';
import { DocumentBuffer } from '../../storage/document-buffer';
import { MAX_DOCUMENT_BYTES } from '../../storage/write-document';
import { compareValues } from '../../values/compare';
import type { Document } from '../../values/decode';
import { entriesOf, isDocument } from '../../values/document';
import { encode } from '../../values/encode';
import { answerCursor } from '../execution/answer-cursor';
import {
  arrayArgument,
  booleanArgument,
  collectionArgument,
  countArgument,
  documentArgument,
  evaluationOf,
  hintOf,
  refuseCollation,
} from '../execution/arguments';
import type { Answer, Command, Request } from '../execution/command';
import { listSource, querySource } from '../execution/document-source';
import { explainQuery } from '../execution/explain-query';
import { pipelineDocuments, splitPipeline, type SplitPipeline } from '../execution/pipeline-source';

export const AGGREGATE_FIELDS = [
  'pipeline',
  'cursor',
  'explain',
  'allowDiskUse',
  'hint',
  'collation',
  'bypassDocumentValidation',
];
/** The memory limit of a pipeline, as in MongoDB. */
const MAX_RESULT_BYTES = 100 * 1024 * 1024;
/**
 * The memory that a result needs in addition to its bytes, for its buffer object and its slot in
 * the list.
 */
const RESULT_BYTES = 120;

export const aggregate: Command = {
  names: ['aggregate'],
  fields: AGGREGATE_FIELDS,
  run(request) {
    const { database, state, body } = request;
    refuseCollation(body);
    if (typeof body.aggregate !== 'string') throw notSupported('a pipeline without a collection');
    const name = collectionArgument(request);
    const pipeline = pipelineArgument(request);
    const isExplained = booleanArgument(request, 'explain');
    const cursor = documentArgument(request, 'cursor');
    if (!cursor && !isExplained)
      throw new MongoError(
        9,
        'FailedToParse',
        "The 'cursor' option is required, except for aggregate with the explain argument",
      );
    const batchSize = cursor && countArgument(request, 'batchSize', cursor);
    const collection = state.engine.catalog.find(database, name);
    const split = splitPipeline(pipeline, hintOf(collection, body.hint));
    const evaluation = evaluationOf(request);
    if (isExplained)
      return explainQuery(request, collection, namespace({ database, name }), split.query, 'queryPlanner');
    return answerPipeline(request, namespace({ database, name }), collection, split, evaluation, batchSize);
  },
};

export function pipelineArgument(request: Request): Document[] {
  const pipeline = arrayArgument(request, 'pipeline') ?? [];
  for (const stage of pipeline) {
    if (!isDocument(stage))
      throw new MongoError(14, 'TypeMismatch', "Each element of the 'pipeline' array must be an object");
    if (entriesOf(stage).length !== 1)
      throw locationError(40323, 'A pipeline stage specification object must contain exactly one field.');
  }
  return pipeline as Document[];
}

function answerPipeline(
  request: Request,
  ns: string,
  collection: Collection | undefined,
  split: SplitPipeline,
  evaluation: ReturnType<typeof evaluationOf>,
  batchSize: number | undefined,
): Promise<Answer> {
  const { engine } = request.state;
  if (collection && split.rest.length === 0) {
    const run = new QueryRun(engine, collection, split.query, evaluation);
    return answerCursor(
      request,
      ns,
      querySource(run, evaluation.deadline, (raw) => raw),
      { batchSize },
    );
  }
  // Compile the filter even if the collection does not exist, so that a malformed filter is refused.
  if (!collection) compileFilter(split.query.filter, evaluation);
  const counted = collection && countOnly(split.rest);
  if (collection && counted) {
    const run = new QueryRun(engine, collection, split.query, evaluation);
    const n = run.count();
    run.pause();
    return answerCursor(request, ns, listSource(n > 0 ? [encode(counted(n))] : []), { batchSize });
  }
  const buffer = new DocumentBuffer(engine.memory, MAX_RESULT_BYTES, resultTooLarge);
  const results: Buffer[] = [];
  try {
    for (const document of pipelineDocuments(engine, request.database, collection, split, evaluation)) {
      buffer.reserve(RESULT_BYTES);
      const raw = encode(document);
      if (raw.length > MAX_DOCUMENT_BYTES) throw documentTooLarge(raw.length);
      results.push(buffer.keep(raw));
    }
  } catch (error) {
    buffer.close();
    throw error;
  }
  return answerCursor(request, ns, listSource(results, buffer), { batchSize });
}

function documentTooLarge(bytes: number): MongoError {
  const text = `a result of the pipeline has ${bytes} bytes; a document has at most ${MAX_DOCUMENT_BYTES}`;
  return new MongoError(10334, 'BSONObjectTooLarge', text);
}

function resultTooLarge(): MongoError {
  const text = `the result of the pipeline exceeds ${MAX_RESULT_BYTES} bytes, which is not supported by the embedded database`;
  return new MongoError(146, 'ExceededMemoryLimit', text);
}

/**
 * Recognizes the pipeline of the driver's countDocuments, which groups all documents under one constant. Its result can
 * be found by counting, without reading documents.
 */
function countOnly(rest: Document[]): ((n: number) => Document) | undefined {
  const group = rest.length === 1 ? rest[0]?.$group : undefined;
  if (!isDocument(group) || compareValues(group, { _id: 1, n: { $sum: 1 } }) !== 0) return undefined;
  return (n) => ({ _id: group._id, n });
}
