import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Connection } from 'mongoose';

/** Where and how a record stands on a calendar. */
export interface Placement {
  property_id: number;
  arrival: string;
  departure: string;
  type: string;
  /** The type of the record that a linked one stands for. */
  source_type: string | null;
  /** When a hold ends by itself; null for all else. */
  expires_utc: Date | null;
  /** Those of its nights that another record holds, ascending. */
  overbooked_nights: string[];
  /** Whether it occupies its nights: not when it is canceled or gone. */
  occupies: boolean;
}

/** What the pricing service keeps of a booking of any type. */
export interface OccupancyFields extends Placement {
  /** The booking that a linked record stands for. */
  source_booking_id: number | null;
}

/** The pricing service's copy of a booking of any type: who occupies which night. */
export interface OccupancyCopy extends CopyDocument, OccupancyFields {}

export function occupancyCopies(connection: Connection): CopyRepository<OccupancyCopy> {
  const schema = copySchema<OccupancyCopy>('occupancies', {
    property_id: Number,
    arrival: String,
    departure: String,
    type: String,
    source_type: String,
    expires_utc: Date,
    overbooked_nights: [String],
    occupies: Boolean,
    source_booking_id: Number,
  })
    // Who occupies nights of these properties, from a date on.
    .index({ user_id: 1, property_id: 1, occupies: 1, departure: 1 });
  return new CopyRepository(connection.model<OccupancyCopy>('Occupancy', schema));
}
