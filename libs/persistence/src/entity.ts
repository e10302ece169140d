import type { Body, TenantDocument } from './tenant-document';

export interface PublicRecord {
  id: number;
}

/**
 * A public record that a document carries, and how its changes are published. A document may carry several: a stay
 * carries a quote and a booking. Each has its own id, version, created_utc and updated_utc.
 */
export interface Entity<
  Document extends TenantDocument,
  Shown extends PublicRecord = PublicRecord,
  References = undefined,
> {
  type: string;
  /** The topic of the record's change events. Without a topic, changes are not published. */
  topic?: string;
  /**
   * The field of the document that holds the record's id, version and timestamps. Undefined if the document is itself
   * the record.
   */
  part?: string;
  /**
   * Whether the document carries this record. If a change makes this false, the record is deleted: the event contains
   * the record as it was before, and the document keeps the record's version.
   */
  isIn(body: Body<Document>): boolean;
  /**
   * Whether external subscribers may see the record; by default they may. Events of a record that is not public go only
   * to services. The change that makes it public is published as its creation.
   */
  isPublic?(body: Body<Document>): boolean;
  /**
   * The full public record, as a read of one record returns it. `references` are the other records whose parts it
   * shows. `at` is the time of publishing: signed URLs expire a fixed time later. A change is published if the records
   * before and after it differ when both are presented with the same `at`.
   */
  present(body: Body<Document>, references: References, at: Date): Shown;
  /**
   * The part of the record that only other services receive. A timestamp in it that the write sets to the database's
   * clock is published as an ISO string with milliseconds.
   */
  presentPrivate?(body: Body<Document>): Record<string, unknown>;
  /**
   * Fields that reads may return but events never contain. A change of them increases the version and is published
   * without them.
   */
  withheld?(body: Body<Document>): unknown;
  /**
   * The categories of a change; an empty list becomes `other`. `before` is undefined if the record is new or deleted:
   * then the result is all categories in which the record has data.
   */
  categories(after: RecordState<Document, Shown>, before: RecordState<Document, Shown> | undefined): string[];
  /**
   * Whether its events are notices about other records rather than records. The action of a notice is always
   * entity_update, its entity has no id, and a resync leaves it out.
   */
  isNotice?: true;
  /**
   * Timestamps, besides created_utc and updated_utc, that are set to the database's clock when the record is created.
   */
  stampedWhenCreated?(body: Body<Document>): string[];
  /** Timestamps, besides updated_utc, that this change sets to the database's clock. */
  stampedWhenChanged?(before: Body<Document>, after: Body<Document>): string[];
  /**
   * Timestamps, besides updated_utc, that are set to the database's clock when the record is deleted, such as
   * deleted_utc.
   */
  stampedWhenDeleted?(body: Body<Document>): string[];
}

/** A record before or after a change, and the document that holds it. */
export interface RecordState<Document extends TenantDocument, Shown extends PublicRecord = PublicRecord> {
  record: Shown;
  body: Body<Document>;
}

/** The version of a record; 0 if its document does not have the record yet. */
export function versionOf<Document extends TenantDocument, References>(
  entity: Entity<Document, PublicRecord, References>,
  body: Body<Document>,
): number {
  const holder = (entity.part ? (body as Record<string, unknown>)[entity.part] : body) as
    { version?: number } | undefined;
  return holder?.version ?? 0;
}

/** The path of one of the record's fields in the document. */
export function fieldPath<Document extends TenantDocument, References>(
  entity: Entity<Document, PublicRecord, References>,
  field: string,
): string {
  return entity.part ? `${entity.part}.${field}` : field;
}
