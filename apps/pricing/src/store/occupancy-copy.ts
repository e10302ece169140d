import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import type { Connection } from 'mongoose';

/** The property and the nights of a booking of any type, and how the calendar shows the booking. */
export interface Placement {
  property_id: number;
  arrival: string;
  departure: string;
  type: string;
  /** The type of the record that a linked_availability record mirrors. */
  source_type: string | null;
  /** When a hold expires. Null for all other types. */
  expires_utc: Date | null;
  /**
   * The nights of the booking that are overbooked, in ascending order. Another record occupies
   * them.
   */
  overbooked_nights: string[];
  /** Whether the booking occupies its nights. False if the booking is canceled or deleted. */
  occupies: boolean;
}

/** The fields of a booking of any type that pricing copies. */
export interface OccupancyFields extends Placement {
  /** The id of the booking that a linked_availability record mirrors. */
  source_booking_id: number | null;
}

/** The copy of a booking of any type, from the events of the booking service. */
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
    // Serves the query for the records of some properties that occupy nights on or after a date.
    .index({ user_id: 1, property_id: 1, occupies: 1, departure: 1 });
  return new CopyRepository(connection.model<OccupancyCopy>('Occupancy', schema));
}
