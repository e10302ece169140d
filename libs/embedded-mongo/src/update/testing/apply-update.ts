import { compileFilter } from '../../query/compile-filter';
import { asStored } from '../../values/testing/as-stored';
import { compileUpdate } from '../compile-update';

export type Plain = Record<string, unknown>;
export const now = new Date('2025-06-01T12:00:00Z');
export const evaluation = { now };

export function compiled(update: Plain, arrayFilters?: Plain[]) {
  return compileUpdate(asStored(update), { evaluation, arrayFilters: arrayFilters?.map(asStored) });
}

/** Applies an update to a document that matches the filter. */
export function apply(document: Plain, update: Plain, filter: Plain = {}, arrayFilters?: Plain[]) {
  return compiled(update, arrayFilters).apply(asStored(document), compileFilter(asStored(filter), evaluation));
}
