import { notSupported } from '../errors';
import type { Evaluation } from '../query/evaluation';
import type { Document } from '../values/document';

export function compilePipelineUpdate(
  _pipeline: Document[],
  _evaluation: Evaluation,
): (document: Document) => Document {
  throw notSupported('pipeline updates');
}
