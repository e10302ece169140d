import type { Evaluation } from '../evaluation/evaluation';
import type { Document } from '../values/document';

export interface UpdateOptions {
  arrayFilters?: Document[];
  evaluation: Evaluation;
  multi?: boolean;
}
