import type { Body, TenantDocument } from './tenant-document';

/** A record as single reads return it. */
export interface PublicRecord {
  id: number;
}

/**
 * A public record that a document carries, and how its changes are published. A document may carry several: a stay carries
 * a quote and a booking. Each has its own id, version, created_utc and updated_utc.
 */
export interface Entity<
  Document extends TenantDocument,
  Shown extends PublicRecord = PublicRecord,
  References = undefined,
> {
  /** The `entity_type` of its events. */
  type: string;
  /** The topic that its changes are published on; without one they are not published. */
  topic?: string;
  /** The field of the document that holds its id, version and times; undefined for the document itself. */
  part?: string;
  /**
   * Whether the document carries this record. A change that ends this deletes the record: its event has the last
   * record, and the document keeps the version.
   */
  isIn(body: Body<Document>): boolean;
  /**
   * Whether the record is shown to external subscribers; always if left out. Events of other records are for services only.
   * The change that makes a record public is published as its creation.
   */
  isPublic?(body: Body<Document>): boolean;
  /**
   * The full public record, as single reads return it. `references` are the other records that it shows parts of. `at`
   * is the time of publishing, from which the lifetime of signed addresses counts. A change is published when the
   * records before and after it, with the same `at`, differ.
   */
  present(body: Body<Document>, references: References, at: Date): Shown;
  /**
   * The part of the record that only other services get. A time in it that a write sets to the database's clock is
   * published as an ISO text with milliseconds.
   */
  presentPrivate?(body: Body<Document>): Record<string, unknown>;
  /**
   * Fields that reads may show but events never contain. A change of them raises the version and is published without
   * them.
   */
  withheld?(body: Body<Document>): unknown;
  /**
   * The categories of a change; `other` if there are none. `before` is undefined for a new and for a deleted record: both touch
   * every category that the record has data in.
   */
  categories(after: RecordState<Document, Shown>, before: RecordState<Document, Shown> | undefined): string[];
  /** Times that are set to the database's clock when the record is new, in addition to created_utc. */
  stampedWhenCreated?(body: Body<Document>): string[];
  /** Times that are set to the database's clock by this change, in addition to updated_utc. */
  stampedWhenChanged?(before: Body<Document>, after: Body<Document>): string[];
  /** Times that are set to the database's clock when the record is deleted, in addition to updated_utc: deleted_utc. */
  stampedWhenDeleted?(body: Body<Document>): string[];
}

/** A record before or after a change: the public record, and the document that holds it. */
export interface RecordState<Document extends TenantDocument, Shown extends PublicRecord = PublicRecord> {
  record: Shown;
  body: Body<Document>;
}

/** The version of a record in its document; 0 when the document has none yet. */
export function versionOf<Document extends TenantDocument, References>(
  entity: Entity<Document, PublicRecord, References>,
  body: Body<Document>,
): number {
  const holder = (entity.part ? (body as Record<string, unknown>)[entity.part] : body) as
    { version?: number } | undefined;
  return holder?.version ?? 0;
}

/** The path in the document of one of the record's fields. */
export function fieldPath<Document extends TenantDocument, References>(
  entity: Entity<Document, PublicRecord, References>,
  field: string,
): string {
  return entity.part ? `${entity.part}.${field}` : field;
}
