import type { Body, TenantDocument } from './tenant-document';

export type PublicRecord = { id: number } & Record<string, unknown>;

/**
 * A public record that a document carries, and how its changes are told. A document may carry several: a stay is a
 * quote and a booking. Each has an id and a version of its own, and the times created_utc and updated_utc.
 */
export interface Entity<Document extends TenantDocument> {
  /** The `entity_type` of its events. */
  type: string;
  topic: string;
  /** The field of the document that holds its id, version and times; undefined: the document itself. */
  part?: string;
  /** Whether the document carries this record. */
  isIn(body: Body<Document>): boolean;
  /** The full public record, as single reads answer it. */
  present(body: Body<Document>): Promise<PublicRecord> | PublicRecord;
  /** What other services need of the record and nobody outside gets. */
  presentPrivate?(body: Body<Document>): Record<string, unknown>;
  /** Which categories the change touches; `before` is undefined when the record is new. Without any it is `other`. */
  categories(before: PublicRecord | undefined, after: PublicRecord): string[];
  /** Times that are set to the database's clock when the record is new, beside created_utc. */
  stampedWhenCreated?(body: Body<Document>): string[];
  /** Times that are set to the database's clock by this change, beside updated_utc. */
  stampedWhenChanged?(before: Body<Document>, after: Body<Document>): string[];
}

/** The version of a record in its document; 0 when it is not there yet. */
export function versionOf<Document extends TenantDocument>(entity: Entity<Document>, body: Body<Document>): number {
  const holder = (entity.part ? (body as Record<string, unknown>)[entity.part] : body) as
    { version?: number } | undefined;
  return holder?.version ?? 0;
}

/** The path of a field that the record's part of the document holds. */
export function fieldPath<Document extends TenantDocument>(entity: Entity<Document>, field: string): string {
  return entity.part ? `${entity.part}.${field}` : field;
}
