import type { Body, TenantDocument } from './tenant-document';

export type PublicRecord = { id: number } & Record<string, unknown>;

/**
 * A public record that a document carries, and how its changes are told. A document may carry several: a stay is a
 * quote and a booking. Each has an id and a version of its own, and the times created_utc and updated_utc.
 */
export interface Entity<Document extends TenantDocument, References = undefined> {
  /** The `entity_type` of its events. */
  type: string;
  /** Where its changes are told; without one they are told to nobody. */
  topic?: string;
  /** The field of the document that holds its id, version and times; undefined: the document itself. */
  part?: string;
  /**
   * Whether the document carries this record. One that it carried before a change and no more after it is deleted: the
   * event tells the last record, and the document keeps the version.
   */
  isIn(body: Body<Document>): boolean;
  /**
   * Whether the record is shown to subscribers outside; left out: always. Events of the others are for services alone. The
   * change that makes a record public is published as its creation.
   */
  isPublic?(body: Body<Document>): boolean;
  /**
   * The full public record, as single reads answer it. `references` are the other records that it shows parts of, `at`
   * is when it is told: addresses in it that expire count from then. A change is told when two records of the same `at`
   * differ.
   */
  present(body: Body<Document>, references: References, at: Date): PublicRecord;
  /**
   * What other services need of the record and nobody outside gets. A time of it that a write sets to the database's
   * clock is published as an ISO text with milliseconds.
   */
  presentPrivate?(body: Body<Document>): Record<string, unknown>;
  /** What reads may show and no event carries: a change of it raises the version, and is told without it. */
  withheld?(body: Body<Document>): unknown;
  /**
   * Which categories a change touches; without any it is `other`. `before` is undefined when the record is new, and when
   * it is deleted: both touch all that its data stand for.
   */
  categories(after: RecordState<Document>, before: RecordState<Document> | undefined): string[];
  /** Times that are set to the database's clock when the record is new, beside created_utc. */
  stampedWhenCreated?(body: Body<Document>): string[];
  /** Times that are set to the database's clock by this change, beside updated_utc. */
  stampedWhenChanged?(before: Body<Document>, after: Body<Document>): string[];
  /** Times that are set to the database's clock when the record is deleted, beside updated_utc: deleted_utc. */
  stampedWhenDeleted?(body: Body<Document>): string[];
}

/** A record at one side of a change: as it is shown, and the document that holds it. */
export interface RecordState<Document extends TenantDocument> {
  record: PublicRecord;
  body: Body<Document>;
}

/** The version of a record in its document; 0 when it is not there yet. */
export function versionOf<Document extends TenantDocument, References>(
  entity: Entity<Document, References>,
  body: Body<Document>,
): number {
  const holder = (entity.part ? (body as Record<string, unknown>)[entity.part] : body) as
    { version?: number } | undefined;
  return holder?.version ?? 0;
}

/** The path of a field that the record's part of the document holds. */
export function fieldPath<Document extends TenantDocument, References>(
  entity: Entity<Document, References>,
  field: string,
): string {
  return entity.part ? `${entity.part}.${field}` : field;
}
