import { randomUUID } from 'node:crypto';
import { type AccountScope, assertBeforeDeadline } from '../account-scope';
import { isDryRun } from '../dry-run';
import { isDuplicateKey, isDuplicateOf } from '../duplicate-key';
import type { PublicRecord } from '../entity';
import { requestStage } from '../idempotency';
import { entryIdsOf, planChange } from '../plan-change';
import {
  type Creation,
  type NewDocument,
  referencesOf,
  type Refused,
  type RepositoryOptions,
} from './repository-types';
import { bodyOf, type TenantDocument, unwritten } from '../tenant-document';
import { sealAnswer } from '../sealed-answer';
import { writePipeline } from '../write-pipeline';
import { assertRecordEchoes } from './assert-record-echoes';
import { evaluateInsert } from './evaluate-writes';
import type { StoredDocuments } from './stored-documents';
import { type DocumentWrite, withoutLaterEntries } from './write-together';

/**
 * Inserts a document together with the events of its records and its jobs, in one write. The same
 * write stores the request if it has an Idempotency-Key. A dry run computes the document but writes
 * nothing and runs no jobs.
 * @returns the refusal if a unique index refused the write.
 */
export async function createDocument<Document extends TenantDocument, Shown extends PublicRecord, References>(
  options: RepositoryOptions<Document, Shown, References>,
  documents: StoredDocuments<Document>,
  scope: AccountScope,
  decision: NewDocument<Document, References>,
): Promise<Creation<Document, Shown> | Refused<Document>> {
  const { model, entities, relay } = options;
  const { jobs = [], secret } = decision;
  const references = referencesOf<References>(decision);
  const after = unwritten(decision.after);
  await assertRecordEchoes(options, scope, [after], references);
  const at = new Date();
  const by = { generation: relay.generation, isByClient: scope.isByClient === true, at };
  const planned = planChange({ entities, references, before: undefined, after, jobs, revision: 1, ...by });
  const pipeline: Record<string, unknown>[] = writePipeline(undefined, after, planned, 1, relay.owner);
  if (scope.idempotency) {
    const sealed = secret === undefined ? {} : { sealed: sealAnswer(scope, { secret }) };
    const kept = { record: planned.answer ?? {}, ...sealed };
    pipeline.push(requestStage(scope.idempotency, { kept, bytes: 0 }));
  }
  assertBeforeDeadline(scope);
  // Use an upsert, because only an update can use the database's clock. The condition of the upsert
  // never matches an existing document. So if the driver retries the write after a success, the
  // retry fails because the id is taken.
  const condition = { _id: after._id, user_id: scope.accountId, revision: { $exists: false } };
  const insertId = randomUUID();
  pipeline.push({ $set: { insert_id: insertId } });
  let stored: Document | undefined;
  try {
    stored = isDryRun()
      ? await evaluateInsert(model, after, planned)
      : await writeNew(documents, scope, {
          ...{ id: after._id, condition, pipeline, upsert: true },
          ...{ revision: 1, entryIds: entryIdsOf(planned) },
        });
  } catch (error) {
    if (!isDuplicateKey(error)) throw error;
    const holder = isDuplicateOf(error, '_id') ? await documents.readForRelay(scope, after._id) : undefined;
    if (holder?.insert_id !== insertId) return { refused: error, after };
    stored = withoutLaterEntries(holder, 1);
  }
  if (!stored) throw new Error(`document ${after._id} was not written`);
  if (!isDryRun()) await relay.take(model, stored, jobs.length > 0);
  const document = bodyOf(stored);
  return { record: entities[0].present(document, references, at), document, secret };
}

/**
 * Writes a new document. A line of an import is written together with the other lines, in one bulk
 * write.
 */
async function writeNew<Document extends TenantDocument>(
  documents: StoredDocuments<Document>,
  scope: AccountScope,
  creation: DocumentWrite,
): Promise<Document | undefined> {
  const stored = await (scope.together
    ? scope.together.gather(`${documents.collection}.create`, creation, (creations) =>
        documents.createTogether(scope, creations),
      )
    : documents.write(scope, creation));
  if (stored) return stored;
  // The bulk write did not return this document. If an index refused the creation, repeating it
  // alone gets the error that names the index. If the creation was carried out, its id is refused
  // now, and the caller recognizes the document by its insert_id. Check the deadline again, because
  // the bulk write may have taken long.
  assertBeforeDeadline(scope);
  return documents.write(scope, creation);
}
