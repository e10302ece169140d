import { notSupported } from '../errors';
import type { Evaluation, Matcher } from '../query/compile-filter';
import type { Document } from '../values/document';

export function compileProjection(
  _projection: Document,
  _evaluation: Evaluation,
  _matcher?: Matcher,
): (document: Document) => Document {
  throw notSupported('projections');
}
