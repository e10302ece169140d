import type { RecordDocument } from '@keyhaven/persistence/tenant-document';

/** What seasons and holidays have in common: a range of nights, at all properties or at some. */
export interface ScopedPeriod extends RecordDocument {
  is_deleted: boolean;
  name: string;
  /** First and last night: yyyy-mm-dd, or mm-dd for every year. */
  from: string;
  to: string;
  /** Null: all properties of the account. */
  property_ids: number[] | null;
  /** The ids by which queries find it: see scope-ids. */
  scope_ids: number[];
}

export const scopedPeriodFields = {
  is_deleted: Boolean,
  name: String,
  from: String,
  to: String,
  property_ids: { type: [Number], default: null },
  scope_ids: [Number],
};
