import type { IndexPlan, Plan } from '../../planner/plan';
import { QueryRun, type Query } from '../../planner/query-run';
import { compileFilter } from '../../query/compile-filter';
import type { Collection } from '../../storage/catalog';
import { isMultikey, keyPattern } from '../../storage/index-definition';
import type { Document } from '../../values/decode';
import { entriesOf } from '../../values/document';
import { evaluationOf } from './arguments';
import type { Request } from './command';

export type Verbosity = 'queryPlanner' | 'executionStats' | 'allPlansExecution';

/**
 * Describes the plan of a query in the format of MongoDB's explain. Also runs the query if the
 * verbosity is higher than `queryPlanner`.
 */
export function explainQuery(
  request: Request,
  collection: Collection | undefined,
  ns: string,
  query: Query,
  verbosity: Verbosity,
  projection?: Document,
): Document {
  const evaluation = evaluationOf(request);
  const queryPlanner: Document = {
    namespace: ns,
    indexFilterSet: false,
    parsedQuery: query.filter,
    maxIndexedOrSolutionsReached: false,
    winningPlan: { stage: 'EOF' },
    rejectedPlans: [],
  };
  const answer: Document = {
    explainVersion: '1',
    queryPlanner,
    command: commandOf(request),
    serverInfo: serverInfo(),
  };
  if (!collection) {
    compileFilter(query.filter, evaluation);
    return answer;
  }
  const run = new QueryRun(request.state.engine, collection, query, evaluation);
  queryPlanner.winningPlan = stages(run.plan, query, projection);
  if (verbosity !== 'queryPlanner') answer.executionStats = execute(run, queryPlanner.winningPlan as Document);
  return answer;
}

function execute(run: QueryRun, winningPlan: Document): Document {
  const from = performance.now();
  let nReturned = 0;
  while (run.next()) nReturned++;
  run.pause();
  const executionTimeMillis = Math.round(performance.now() - from);
  return {
    executionSuccess: true,
    nReturned,
    executionTimeMillis,
    totalKeysExamined: run.scan.keysExamined,
    totalDocsExamined: run.scan.docsExamined,
    executionStages: { ...winningPlan, nReturned, executionTimeMillisEstimate: executionTimeMillis },
  };
}

/** The stages of the plan. Each stage contains the stage that it reads from. */
function stages(plan: Plan, query: Query, projection: Document | undefined): Document {
  let stage = sourceStage(plan, query.filter);
  if (!plan.isSorted) {
    stage = { stage: 'SORT', sortPattern: query.sort, memLimit: 104857600, type: 'simple', inputStage: stage };
  }
  if (query.skip) stage = { stage: 'SKIP', skipAmount: query.skip, inputStage: stage };
  if (query.limit) stage = { stage: 'LIMIT', limitAmount: query.limit, inputStage: stage };
  if (projection && entriesOf(projection).length > 0)
    stage = { stage: 'PROJECTION', transformBy: projection, inputStage: stage };
  return stage;
}

function sourceStage(plan: Plan, filter: Document): Document {
  const filtered = entriesOf(filter).length > 0 ? { filter } : {};
  switch (plan.kind) {
    case 'collection':
      return { stage: 'COLLSCAN', ...filtered, direction: plan.isReverse ? 'backward' : 'forward' };
    case 'index':
      return { stage: 'FETCH', ...(plan.isExact ? {} : filtered), inputStage: indexStage(plan) };
    case 'union':
      return { stage: 'FETCH', ...filtered, inputStage: { stage: 'OR', inputStages: plan.branches.map(indexStage) } };
  }
}

function indexStage({ index, isReverse, bounds }: IndexPlan): Document {
  return {
    stage: 'IXSCAN',
    keyPattern: keyPattern(index),
    indexName: index.name,
    isMultiKey: isMultikey(index),
    multiKeyPaths: Object.fromEntries(index.fields.map(({ path }) => [path, index.multikeyPaths[path] ?? []])),
    isUnique: index.unique,
    isSparse: index.sparse,
    isPartial: index.partialFilter !== undefined,
    indexVersion: 2,
    direction: isReverse ? 'backward' : 'forward',
    indexBounds: bounds(),
  };
}

function commandOf({ body }: Request): unknown {
  return Object.fromEntries(entriesOf(body).filter(([name]) => name !== 'lsid' && name !== '$clusterTime'));
}

function serverInfo(): Document {
  return { host: 'localhost', port: 0, version: '7.0.0', gitVersion: 'embedded' };
}
