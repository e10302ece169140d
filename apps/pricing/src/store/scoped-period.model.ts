import type { RecordDocument } from '@keyhaven/persistence/tenant-document';

/** The common fields of seasons and holidays: a range of nights at all or some properties. */
export interface ScopedPeriod extends RecordDocument {
  is_deleted: boolean;
  name: string;
  /** The first and last night: yyyy-mm-dd, or mm-dd for every year. */
  from: string;
  to: string;
  /** Null means all properties of the account. */
  property_ids: number[] | null;
  /** The ids by which queries find the season or holiday. See scope-ids.ts. */
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
