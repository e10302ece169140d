import type { TenantDocument } from '@keyhaven/persistence/tenant-document';
import type { SchemaDefinition } from 'mongoose';

/** Nights that something is for, at all properties or at some: what seasons and holidays have in common. */
export interface ScopedPeriod extends TenantDocument {
  version: number;
  created_utc: Date;
  updated_utc: Date;
  deleted_utc?: Date;
  is_deleted: boolean;
  name: string;
  /** First and last night: yyyy-mm-dd, or mm-dd for every year. */
  from: string;
  to: string;
  /** Null: all properties of the account. */
  property_ids: number[] | null;
  /** What finds it: see scope-ids. */
  scope_ids: number[];
}

export const scopedPeriodFields: SchemaDefinition = {
  version: Number,
  created_utc: Date,
  updated_utc: Date,
  deleted_utc: Date,
  is_deleted: Boolean,
  name: String,
  from: String,
  to: String,
  property_ids: { type: [Number], default: null },
  scope_ids: [Number],
};
