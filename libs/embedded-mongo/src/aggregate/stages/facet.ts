import { locationError } from '../../errors/mongo-error';
import { documentOf, entriesOf, isDocument, keysOf, type Document } from '../../values/document';
import { typeName } from '../../values/type-of';
import { requireFieldName } from '../../values/path-names';
import type { Stage, StageCompiler } from './stage';

const NOT_INSIDE = new Set([
  '$facet',
  '$out',
  '$merge',
  '$geoNear',
  '$indexStats',
  '$collStats',
  '$planCacheStats',
  '$search',
  '$documents',
]);

/**
 * $facet: reads the documents once and runs several pipelines over them. Returns one document with
 * the results of all pipelines.
 */
export const compileFacet: StageCompiler = (operand, context) => {
  if (!isDocument(operand) || keysOf(operand).length === 0)
    throw locationError(40169, 'the $facet specification must be a non-empty object');
  const facets = entriesOf(operand).map(([name, pipeline]) => {
    requireFieldName(name);
    if (!Array.isArray(pipeline))
      throw locationError(40170, `arguments to $facet must be arrays, ${name} is of type ${typeName(pipeline)}`);
    for (const stage of pipeline as unknown[]) {
      const stageName = isDocument(stage) ? keysOf(stage)[0] : undefined;
      if (stageName && NOT_INSIDE.has(stageName))
        throw locationError(40600, `${stageName} is not allowed to be used within a $facet stage`);
    }
    return [name, context.compile(pipeline as Document[])] as const;
  });
  const stage: Stage = function* (source) {
    const documents = [...source];
    yield documentOf(facets.map(([name, run]) => [name, [...run(documents)]] as const));
  };
  return stage;
};
