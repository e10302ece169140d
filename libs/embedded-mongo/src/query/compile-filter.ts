import { notSupported } from '../errors';
import type { Document } from '../values/document';
import type { Evaluation } from './evaluation';

export type { Evaluation } from './evaluation';

export interface Matcher {
  matches(document: Document): boolean;
  /** The index of the array element that matched, for the positional operator. */
  position(document: Document): number | undefined;
}

/** @throws MongoError for anything malformed or unsupported, before any document is looked at */
export function compileFilter(_filter: Document, _evaluation: Evaluation): Matcher {
  throw notSupported('filters');
}
