import type { Body, TenantDocument } from './tenant-document';

export interface PublicRecord {
  id: number;
}

/**
 * A public record that is stored in a document, and how its changes are published. A document may
 * contain several records: a stay contains a quote and a booking. Each record has its own id,
 * version, created_utc and updated_utc.
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
   * The field of the document that holds the record's id, version and timestamps. Undefined if the
   * whole document is the record.
   */
  part?: string;
  /**
   * Whether the document contains this record. If the result changes to false, the record is deleted:
   * the event contains the record as it was before, and the document keeps the record's version.
   */
  isIn(body: Body<Document>): boolean;
  /**
   * Whether external subscribers may see the record; by default they may. If not, only services
   * receive its events. The change that makes the record public is published as its creation.
   */
  isPublic?(body: Body<Document>): boolean;
  /**
   * The full public record, as an API read of one record returns it.
   * @param references the other records of which this record shows parts.
   * @param at the time of publishing. Signed URLs in the record expire a fixed time after `at`. To
   *   find out whether a change must be published, the records before and after the change are
   *   presented with the same `at`.
   */
  present(body: Body<Document>, references: References, at: Date): Shown;
  /**
   * The part of the record that only other services receive. If the write sets a timestamp in this
   * part to the database's clock, the event contains an ISO string with milliseconds.
   */
  presentPrivate?(body: Body<Document>): Record<string, unknown>;
  /**
   * Fields that reads may return but events never contain. A change of these fields increases the
   * version, but the event of the change does not contain the fields.
   */
  withheld?(body: Body<Document>): unknown;
  /**
   * The categories of a change; an empty list becomes `other`. `before` is undefined if the record
   * is new or deleted. In this case, return all categories in which the record has data.
   */
  categories(after: RecordState<Document, Shown>, before: RecordState<Document, Shown> | undefined): string[];
  /**
   * Whether the events are notices about other records. A notice always has the action
   * entity_update and no id in its entity, and a resync does not publish it.
   */
  isNotice?: true;
  /**
   * Timestamps, besides created_utc and updated_utc, that the creation of the record sets to the
   * database's clock.
   */
  stampedWhenCreated?(body: Body<Document>): string[];
  /** Timestamps, besides updated_utc, that this change sets to the database's clock. */
  stampedWhenChanged?(before: Body<Document>, after: Body<Document>): string[];
  /**
   * Timestamps, besides updated_utc, that the deletion of the record sets to the database's clock,
   * such as deleted_utc.
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
