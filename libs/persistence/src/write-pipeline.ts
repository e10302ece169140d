import { isDeepStrictEqual } from 'node:util';
import { LEASE_MS } from './outbox-entry';
import type { PlannedChange } from './plan-change';
import type { Body, TenantDocument } from './tenant-document';

type Stage = { $set: Record<string, unknown> } | { $unset: string[] };

/** Fields of a body that a write never sets, because they identify the document. */
const identifying = new Set(['_id', 'user_id']);

/**
 * Makes the update that stores a change. It sets the changed fields, versions, timestamps and the
 * revision, appends to the outbox, and takes a lease on the outbox, all in one atomic write of one
 * document.
 */
export function writePipeline<Document extends TenantDocument>(
  before: Body<Document> | undefined,
  after: Body<Document>,
  planned: PlannedChange,
  revision: number,
  owner: string,
): Stage[] {
  const literals: Record<string, unknown> = {};
  const unset: string[] = [];
  for (const [field, value] of Object.entries<unknown>(after)) {
    if (identifying.has(field)) continue;
    // Reads never return hidden fields, so `before` does not contain them. A hidden field is still
    // removed if its new value is undefined.
    if (value === undefined) unset.push(field);
    else if (!before || !isDeepStrictEqual((before as Record<string, unknown>)[field], value)) {
      literals[field] = { $literal: value };
    }
  }
  for (const field of Object.keys(before ?? {})) if (!(field in after) && !identifying.has(field)) unset.push(field);

  const bookkeeping: Record<string, unknown> = {
    revision: { $literal: revision },
    ...Object.fromEntries(Object.entries(planned.versions).map(([path, version]) => [path, { $literal: version }])),
    ...Object.fromEntries(planned.clockPaths.map((path) => [path, '$$NOW'])),
  };
  if (planned.entries.length > 0) {
    bookkeeping.outbox = { $concatArrays: [{ $ifNull: ['$outbox', []] }, planned.entries] };
    bookkeeping.outbox_bytes = { $add: [{ $ifNull: ['$outbox_bytes', 0] }, planned.bytes] };
    bookkeeping.outbox_due_utc = { $add: ['$$NOW', LEASE_MS] };
    bookkeeping.outbox_owner = { $literal: owner };
  }
  const stages: Stage[] = [];
  if (Object.keys(literals).length > 0) stages.push({ $set: literals });
  if (before && unset.length > 0) stages.push({ $unset: unset });
  stages.push({ $set: bookkeeping });
  return stages;
}
