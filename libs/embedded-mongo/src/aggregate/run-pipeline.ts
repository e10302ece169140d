import type { Document } from '../values/document';
import { compilePipeline } from './compile-pipeline';
import type { PipelineContext } from './stages/stage';

export { deadlineAt, type Deadline } from '../evaluation/evaluation';
export type { PipelineContext } from './stages/stage';

/**
 * Runs an aggregation pipeline. A malformed or unsupported pipeline is refused before any document
 * is read. Documents are read lazily, while the caller reads the result.
 */
export function runPipeline(
  source: Iterable<Document>,
  pipeline: Document[],
  context: PipelineContext,
): Iterable<Document> {
  return compilePipeline(pipeline, context)(source);
}
