import { type CopyDocument, copySchema } from '@keyhaven/persistence/copies/copy-document';
import { CopyRepository } from '@keyhaven/persistence/copies/copy-repository';
import { type Connection, Schema } from 'mongoose';

export interface AdjusterTerms {
  change: { kind: 'percent'; percent: number } | { kind: 'amount'; amount: number; currency_code: string | null };
  date_ranges: { from: string | null; to: string | null }[];
  weekdays: string[];
  season_ids: number[];
}

/** The copy of a rate adjuster, from the events of the fees service. */
export interface AdjusterCopy extends CopyDocument {
  /**
   * The ids of the properties that the adjuster applies to. Contains only ALL_PROPERTIES if it applies to all. Empty if
   * the adjuster changes no calendar.
   */
  scope_ids: number[];
  /** The terms of the adjuster. Null if it changes no calendar. */
  terms: AdjusterTerms | null;
}

export function adjusterCopies(connection: Connection): CopyRepository<AdjusterCopy> {
  const schema = copySchema<AdjusterCopy>('adjuster_copies', { scope_ids: [Number], terms: Schema.Types.Mixed })
    // Serves the query for the adjusters of some properties.
    .index({ user_id: 1, scope_ids: 1 });
  return new CopyRepository(connection.model<AdjusterCopy>('AdjusterCopy', schema));
}
