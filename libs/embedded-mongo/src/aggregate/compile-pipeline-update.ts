import { recordUse } from '../usage/record-use';
import { failedToParse, MongoError, notSupported } from '../errors/mongo-error';
import type { Evaluation } from '../evaluation/evaluation';
import { isDocument, keysOf, type Document } from '../values/document';
import type { Transform } from './stages/stage';
import { TRANSFORMS } from './stages/transforms';

/**
 * Compiles an update that is a pipeline of $set, $unset, $project and $replaceWith.
 * @throws MongoError 72 for other stages, and the errors of malformed expressions
 */
export function compilePipelineUpdate(pipeline: Document[], evaluation: Evaluation): Transform {
  const transforms = pipeline.map((stage) => {
    const [name, ...others] = isDocument(stage) ? keysOf(stage) : [];
    if (name === undefined || others.length > 0) {
      throw failedToParse('A pipeline stage specification object must contain exactly one field.');
    }
    const compile = Object.hasOwn(TRANSFORMS, name) ? TRANSFORMS[name] : undefined;
    if (name === '$addFields' || name === '$replaceRoot') throw notSupported(`the stage ${name}`);
    if (!compile) throw new MongoError(72, 'InvalidOptions', `${name} is not allowed to be used within an update`);
    recordUse('stage', name);
    return compile(stage[name], evaluation);
  });
  return (document) => transforms.reduce((result, transform) => transform(result), document);
}
