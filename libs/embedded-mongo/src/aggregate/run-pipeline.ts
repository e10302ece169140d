import type { Document } from '../values/document';
import { compilePipeline } from './compile-pipeline';
import type { PipelineContext } from './stages/stage';

export { deadlineAt, type Deadline } from '../expression/evaluation';
export type { PipelineContext } from './stages/stage';

/**
 * Runs an aggregation pipeline. It is compiled at once, so that what is malformed or unsupported is refused before
 * any document is read; documents are then read as the result is.
 */
export function runPipeline(
  source: Iterable<Document>,
  pipeline: Document[],
  context: PipelineContext,
): Iterable<Document> {
  return compilePipeline(pipeline, context)(source);
}
