import { notSupported } from '../errors';
import type { Document } from '../values/document';

export interface CompiledSort {
  key(document: Document): unknown[];
  compare(a: unknown[], b: unknown[]): number;
}

export function compileSort(_sort: Document): CompiledSort {
  throw notSupported('sorts');
}
