import { notSupported } from '../errors';
import type { Evaluation } from '../query/evaluation';
import type { Document } from '../values/document';

export { deadlineAt, type Deadline } from '../query/evaluation';

export interface PipelineContext {
  evaluation: Evaluation;
  /** The documents of another collection of the same database. */
  collection(name: string): Iterable<Document>;
}

export function runPipeline(
  _source: Iterable<Document>,
  _pipeline: Document[],
  _context: PipelineContext,
): Iterable<Document> {
  throw notSupported('pipelines');
}
