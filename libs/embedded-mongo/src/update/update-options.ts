import type { Evaluation } from '../expression/evaluation';
import type { Document } from '../values/document';

export interface UpdateOptions {
  arrayFilters?: Document[];
  evaluation: Evaluation;
  multi?: boolean;
}
