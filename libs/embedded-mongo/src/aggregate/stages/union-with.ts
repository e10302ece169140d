import { failedToParse } from '../../errors';
import { isDocument, keysOf, type Document } from '../../values/document';
import { typeName } from '../../values/type-of';
import { compilePipeline } from '../compile-pipeline';
import type { Stage, StageCompiler } from './stage';

/** $unionWith: the documents of another collection after those of this one, through a pipeline of their own. */
export const compileUnionWith: StageCompiler = (operand, context) => {
  const { coll, pipeline } = parseUnion(operand);
  const run = compilePipeline(pipeline, context);
  const stage: Stage = function* (source) {
    yield* source;
    yield* run(context.collection(coll));
  };
  return stage;
};

function parseUnion(operand: unknown): { coll: string; pipeline: Document[] } {
  if (typeof operand === 'string') return { coll: operand, pipeline: [] };
  if (!isDocument(operand))
    throw failedToParse(
      `the $unionWith stage specification must be an object or string, but found ${typeName(operand)}`,
    );
  for (const name of keysOf(operand))
    if (name !== 'coll' && name !== 'pipeline')
      throw failedToParse(`BSON field '$unionWith.${name}' is an unknown field.`);
  const { coll, pipeline = [] } = operand;
  if (typeof coll !== 'string') throw failedToParse("BSON field '$unionWith.coll' is missing but a required field");
  if (!Array.isArray(pipeline)) throw failedToParse("BSON field '$unionWith.pipeline' must be an array");
  return { coll, pipeline: pipeline as Document[] };
}
