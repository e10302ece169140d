import type { AccountScope } from '../account-scope';
import type { PublicRecord } from '../entity';
import { type Answered, findAnswered, type KeptAnswer, keyReused } from '../idempotency';
import type { Relay } from '../outbox/relay';
import { packAnswer, unpackAnswer } from '../packed-answer';
import type { Creation, ReaderOptions } from '../repository-types';
import { openAnswer, sealAnswer } from '../sealed-answer';
import type { Body, TenantDocument } from '../tenant-document';

/** What an earlier request with the same Idempotency-Key did: one of the three. */
export interface EarlierRequest<Document extends TenantDocument, Shown extends PublicRecord> {
  /** It created this record. */
  created?: Creation<Document, Shown>;
  /** It changed a document, and left it like this. */
  changed?: Body<Document>;
  /** It was answered this by `updateOnce`. */
  answer?: Record<string, unknown>;
}

/** Answers requests whose Idempotency-Key was used before. */
export class RepeatedRequests<Document extends TenantDocument, Shown extends PublicRecord> {
  constructor(private readonly options: ReaderOptions<Document> & { relay: Relay }) {}

  /** Finds what was stored for an earlier request with this key. @throws ApiError idempotency_key_reused. */
  find(scope: AccountScope): Promise<Answered<Document> | undefined> {
    return findAnswered(this.options.model, scope);
  }

  /** Like `find`, after the jobs that the earlier request may have left undone. */
  async findFinished(scope: AccountScope): Promise<Answered<Document> | undefined> {
    const answered = await this.find(scope);
    if (answered?.document) await this.finishJobs(answered.document);
    return answered;
  }

  /** What an earlier request with this key did, after the jobs that it may have left undone. */
  async findEarlier(scope: AccountScope): Promise<EarlierRequest<Document, Shown> | undefined> {
    const answered = await this.findFinished(scope);
    return answered && this.earlierOf(scope, answered);
  }

  /** What was stored for an earlier request, read for its repetition. */
  earlierOf(scope: AccountScope, { request }: Answered<Document>): EarlierRequest<Document, Shown> {
    const { record, body, answer, packed, sealed } = request;
    const secrets = sealed === undefined ? {} : openAnswer(scope, sealed);
    if (record) return { created: { record: record as Shown, ...secrets } };
    if (body) return { changed: { ...body, ...secrets } as Body<Document> };
    return { answer: packed ? unpackAnswer(packed) : answer };
  }

  /**
   * The record that an earlier request with this key created. @throws ApiError idempotency_key_reused when it created
   * none.
   */
  async findCreation(scope: AccountScope): Promise<Creation<Document, Shown> | undefined> {
    const earlier = await this.findEarlier(scope);
    if (earlier && !earlier.created) throw keyReused();
    return earlier?.created;
  }

  /** Runs the jobs that earlier writes may have left undone. @throws the error of a deciding job. */
  async finishJobs(document: Document): Promise<void> {
    const { model, relay } = this.options;
    const hasJobs = document.outbox?.some(({ kind }) => kind === 'job') || document.outbox_spilled !== undefined;
    if (hasJobs) await relay.take(model, document, true);
  }

  /** The answer to store for repetitions of a change: its own answer, or the document after the write. */
  answerToKeep(
    scope: AccountScope,
    after: Body<Document>,
    stamped: readonly string[],
    answer?: Record<string, unknown>,
  ): KeptAnswer {
    if (answer) return packAnswer(answer);
    const { hiddenFields = {}, secretFields } = this.options;
    // The write may set times that the document did not have.
    const fields = new Set([...Object.keys(after), ...stamped.map((path) => path.split('.')[0]!)]);
    const left = new Set<string>([...Object.keys(hiddenFields), ...(secretFields ?? [])]);
    const body = Object.fromEntries(
      [...fields].filter((field) => !left.has(field)).map((field) => [field, `$${field}`]),
    );
    const secrets = secretFields?.map((field): [string, unknown] => [field, (after as Record<string, unknown>)[field]]);
    const sealed = secrets && { sealed: sealAnswer(scope, Object.fromEntries(secrets)) };
    return { kept: { body, ...sealed }, bytes: Buffer.byteLength(JSON.stringify(after)) };
  }
}
