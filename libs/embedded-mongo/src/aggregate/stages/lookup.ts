import { failedToParse, notSupported } from '../../errors';
import { entriesOf, getField, isDocument, keysOf, type Document } from '../../values/document';
import { splitFieldPath } from '../../values/path-names';
import { show } from '../../values/show';
import { BsonType, typeName, typeOf } from '../../values/type-of';
import { fieldPath, walkPath } from '../../query/field-path';
import { compilePipeline } from '../compile-pipeline';
import { compileIn } from '../expression/compile-expression';
import { requireVariableName } from '../expression/loops';
import { readPath } from '../expression/read-path';
import { Env, Scope, type Evaluate } from '../expression/scope';
import type { PipelineContext, Stage, StageCompiler } from './stage';
import { setAt } from './unwind';
import { ValueMap } from './value-set';

const OPTIONS = ['from', 'as', 'localField', 'foreignField', 'let', 'pipeline'];

interface Lookup {
  from: string;
  as: string[];
  fields?: { local: string[]; foreign: string };
  variables: [string, Evaluate][];
  pipeline?: Document[];
}

/** $lookup: by equality of fields, by a pipeline with variables, or both. */
export const compileLookup: StageCompiler = (operand, context) => {
  const lookup = parseLookup(operand, context);
  if (lookup.pipeline)
    compilePipeline(
      lookup.pipeline,
      withVariables(
        context,
        lookup.variables.map(([name]) => [name, null]),
      ),
    );
  const stage: Stage = function* (source) {
    const candidates = candidatesOf(lookup, context);
    for (const document of source) {
      const found = candidates(document);
      const results = lookup.pipeline ? runOn(found, lookup, document, context) : found;
      yield setAt(document, lookup.as, 0, results);
    }
  };
  return stage;
};

function parseLookup(operand: unknown, context: PipelineContext): Lookup {
  if (!isDocument(operand))
    throw failedToParse(`the $lookup stage specification must be an object, but found ${typeName(operand)}`);
  for (const name of keysOf(operand))
    if (!OPTIONS.includes(name)) throw failedToParse(`unknown argument to $lookup: ${name}`);
  const text = (name: string) => {
    const value = operand[name];
    if (value !== undefined && typeof value !== 'string') {
      if (name === 'from' && isDocument(value)) throw notSupported("$lookup 'from' another database");
      throw failedToParse(`$lookup argument '${name}: ${show(value)}' must be a string, found: ${typeName(value)}`);
    }
    return value;
  };
  const from = text('from');
  const as = text('as');
  if (as === undefined) throw failedToParse("must specify 'as' field for a $lookup");
  if (from === undefined) throw failedToParse("must specify 'from' field for a $lookup");
  const local = text('localField');
  const foreign = text('foreignField');
  const { pipeline } = operand;
  if (pipeline !== undefined && !Array.isArray(pipeline))
    throw failedToParse(`'pipeline' option must be specified as an array`);
  if ((local === undefined) !== (foreign === undefined) || (local === undefined && !pipeline)) {
    throw failedToParse("$lookup requires either 'pipeline' or both 'localField' and 'foreignField' to be specified");
  }
  return {
    from,
    as: splitFieldPath(as),
    fields:
      local !== undefined && foreign !== undefined
        ? { local: splitFieldPath(local), foreign: splitFieldPath(foreign).join('.') }
        : undefined,
    variables: parseVariables(operand['let'], pipeline !== undefined, context),
    pipeline: pipeline as Document[] | undefined,
  };
}

function parseVariables(variables: unknown, hasPipeline: boolean, context: PipelineContext): [string, Evaluate][] {
  if (variables === undefined) return [];
  if (!hasPipeline) throw failedToParse("$lookup with a 'let' needs a 'pipeline'");
  if (!isDocument(variables))
    throw failedToParse(`$lookup argument 'let: ${show(variables)}' must be an object, is type ${typeName(variables)}`);
  const scope = new Scope(context.evaluation);
  return entriesOf(variables).map(([name, expression]) => {
    requireVariableName(name);
    return [name, compileIn(expression, scope)];
  });
}

function withVariables(context: PipelineContext, variables: [string, unknown][]): PipelineContext {
  return {
    ...context,
    evaluation: {
      ...context.evaluation,
      variables: { ...context.evaluation.variables, ...Object.fromEntries(variables) },
    },
  };
}

/** The variables are different for each document, so the pipeline is compiled for each. */
function runOn(found: Iterable<Document>, lookup: Lookup, document: Document, context: PipelineContext): Document[] {
  const env = new Env(document);
  const variables = lookup.variables.map(([name, evaluate]) => [name, evaluate(env)] as [string, unknown]);
  return [...compilePipeline(lookup.pipeline ?? [], withVariables(context, variables))(found)];
}

/** What of the other collection belongs to a document. The collection is read and arranged by its field only once. */
function candidatesOf(lookup: Lookup, context: PipelineContext): (document: Document) => Document[] {
  let all: Document[] | undefined;
  let byKey: ValueMap<Candidate[]> | undefined;
  const read = () => (all ??= [...context.collection(lookup.from)]);
  const { fields } = lookup;
  if (!fields) return read;
  return (document) => {
    byKey ??= arrange(read(), fields.foreign);
    return pick(byKey, localValues(document, fields.local));
  };
}

/** A document and its place in its collection. */
interface Candidate {
  document: Document;
  place: number;
}

function arrange(documents: readonly Document[], foreign: string): ValueMap<Candidate[]> {
  const path = fieldPath(foreign);
  const byKey = new ValueMap<Candidate[]>();
  documents.forEach((document, place) => {
    walkPath(document, path, 'elements', (value) => {
      const list = byKey.getOrAdd(value === undefined ? null : value, () => []);
      if (list[list.length - 1]?.document !== document) list.push({ document, place });
      return false;
    });
  });
  return byKey;
}

/** An array stands for its elements; null and missing for null. */
function localValues(document: Document, parts: readonly string[]): unknown[] {
  const value = parts.length === 1 ? getField(document, parts[0] as string) : readPath(document, parts, 0);
  if (value === undefined || value === null) return [null];
  if (!Array.isArray(value)) return [value];
  if (value.some((item) => typeOf(item) === BsonType.regex)) throw notSupported('$lookup by a regular expression');
  return value.length === 0 ? [] : (value as unknown[]);
}

/** What has one of the values, in the order of its collection. */
function pick(byKey: ValueMap<Candidate[]>, values: readonly unknown[]): Document[] {
  const found = new Map<number, Document>();
  for (const value of values) for (const { place, document } of byKey.get(value) ?? []) found.set(place, document);
  return [...found].sort(([a], [b]) => a - b).map(([, document]) => document);
}
