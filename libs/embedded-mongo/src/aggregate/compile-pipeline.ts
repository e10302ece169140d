import { recordUse } from '../usage/record-use';
import { locationError, notSupported } from '../errors/mongo-error';
import { isDocument, keysOf, type Document } from '../values/document';
import { compileBucket } from './stages/bucket';
import { compileFacet } from './stages/facet';
import { compileGroup } from './stages/group';
import { compileLookup } from './stages/lookup';
import { compileSetWindowFields } from './stages/set-window-fields';
import {
  compileCount,
  compileLimit,
  compileMatch,
  compileSkip,
  compileSortStage,
  stageNotFound,
} from './stages/simple-stages';
import { eachDocument, type PipelineContext, type Stage, type StageCompiler, type StageContext } from './stages/stage';
import { TRANSFORMS } from './stages/transforms';
import { compileUnwind } from './stages/unwind';

/** The maximum number of stages, as in MongoDB. */
const MAX_STAGES = 1_000;
/** How many documents a stage processes between two checks of the time limit. */
const DOCUMENTS_PER_CHECK = 128;

/**
 * The stages that process the sequence of documents as a whole, by name. The stages that transform
 * each document separately are in TRANSFORMS.
 */
export const STAGES: Readonly<Record<string, StageCompiler>> = {
  $match: compileMatch,
  $sort: compileSortStage,
  $skip: compileSkip,
  $limit: compileLimit,
  $count: compileCount,
  $group: compileGroup,
  $bucket: compileBucket,
  $unwind: compileUnwind,
  $lookup: compileLookup,
  $facet: compileFacet,
  $setWindowFields: compileSetWindowFields,
};

/** Stages that MongoDB has and this database does not support. */
const REFUSED = new Set(
  (
    '$addFields $replaceRoot $sortByCount $unionWith $out $merge $sample $bucketAuto $graphLookup $redact $geoNear $densify $fill $documents $changeStream $collStats $indexStats ' +
    '$currentOp $listSessions $listLocalSessions $planCacheStats $search $searchMeta $vectorSearch $listSearchIndexes $querySettings $queryStats'
  ).split(' '),
);

/**
 * Compiles a pipeline to a function that transforms documents lazily, while the caller reads the
 * result.
 * @throws MongoError if the pipeline is malformed or unsupported, before any document is read
 */
export function compilePipeline(pipeline: readonly Document[], context: PipelineContext): Stage {
  if (pipeline.length > MAX_STAGES)
    throw locationError(7749501, `Pipeline length must be no longer than ${MAX_STAGES} stages`);
  const inner: StageContext = { ...context, compile: (stages) => compilePipeline(stages, context) };
  const stages = pipeline.map((stage) => compileStage(stage, inner));
  return (source) => stages.reduce((documents, stage) => stage(timed(documents, context)), source);
}

function compileStage(stage: unknown, context: StageContext): Stage {
  if (!isDocument(stage)) throw locationError(40323, "Each element of the 'pipeline' array must be an object");
  const [name, ...others] = keysOf(stage);
  if (name === undefined || others.length > 0)
    throw locationError(40323, 'A pipeline stage specification object must contain exactly one field.');
  recordUse('stage', name);
  const operand = stage[name];
  if (Object.hasOwn(TRANSFORMS, name))
    return eachDocument((TRANSFORMS[name] as (typeof TRANSFORMS)[string])(operand, context.evaluation));
  if (Object.hasOwn(STAGES, name)) return (STAGES[name] as StageCompiler)(operand, context);
  if (REFUSED.has(name) || name.startsWith('$_')) throw notSupported(`the stage ${name}`);
  throw stageNotFound(name);
}

/** Returns the documents unchanged, and regularly checks the time limit. */
function timed(source: Iterable<Document>, context: PipelineContext): Iterable<Document> {
  const { deadline } = context.evaluation;
  if (!deadline) return source;
  return (function* () {
    let count = 0;
    for (const document of source) {
      if (++count % DOCUMENTS_PER_CHECK === 0) deadline.check();
      yield document;
    }
  })();
}
