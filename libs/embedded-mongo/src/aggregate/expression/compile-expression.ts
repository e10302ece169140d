import { notSupported } from '../../errors';
import type { Evaluation } from '../../query/evaluation';
import type { Document } from '../../values/document';

export function compileExpression(_expression: unknown, _evaluation: Evaluation): (document: Document) => unknown {
  throw notSupported('expressions');
}
