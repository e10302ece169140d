import type { AccountScope } from '../account-scope';
import type { PublicRecord } from '../entity';
import { type Answered, findAnswered, type KeptAnswer, keyReused } from '../idempotency';
import type { Relay } from '../outbox/relay';
import { packAnswer, unpackAnswer } from '../packed-answer';
import type { Creation, ReaderOptions } from './repository-types';
import { openAnswer, sealAnswer } from '../sealed-answer';
import type { Body, TenantDocument } from '../tenant-document';

/**
 * What an earlier request with the same Idempotency-Key did. Exactly one of the three fields is
 * set.
 */
export interface EarlierRequest<Document extends TenantDocument, Shown extends PublicRecord> {
  /** The record that the request created. */
  created?: Creation<Document, Shown>;
  /** The document as the request changed it. */
  changed?: Body<Document>;
  /** The answer that the request passed to `updateOnce`. */
  answer?: Record<string, unknown>;
}

/** Finds the stored answers of requests that are repeated with their Idempotency-Key. */
export class RepeatedRequests<Document extends TenantDocument, Shown extends PublicRecord> {
  constructor(private readonly options: ReaderOptions<Document> & { relay: Relay }) {}

  /**
   * Finds what was stored for an earlier request with this key.
   * @throws ApiError idempotency_key_reused.
   */
  find(scope: AccountScope): Promise<Answered<Document> | undefined> {
    return findAnswered(this.options.model, scope);
  }

  /** Like `find`, but before it returns, runs the jobs that the answered request may have left unfinished. */
  async findFinished(scope: AccountScope): Promise<Answered<Document> | undefined> {
    const answered = await this.find(scope);
    if (answered?.document) await this.finishJobs(answered.document);
    return answered;
  }

  /**
   * Returns what an earlier request with this key did. First runs the jobs that the earlier request
   * may have left unfinished.
   */
  async findEarlier(scope: AccountScope): Promise<EarlierRequest<Document, Shown> | undefined> {
    const answered = await this.findFinished(scope);
    return answered && this.earlierOf(scope, answered);
  }

  /** Decrypts and unpacks the stored answer of an earlier request. */
  earlierOf(scope: AccountScope, { request }: Answered<Document>): EarlierRequest<Document, Shown> {
    const { record, body, answer, packed, sealed } = request;
    const secrets = sealed === undefined ? {} : openAnswer(scope, sealed);
    if (record) return { created: { record: record as Shown, ...secrets } };
    if (body) return { changed: { ...body, ...secrets } as Body<Document> };
    return { answer: packed ? unpackAnswer(packed) : answer };
  }

  /**
   * Returns the record that an earlier request with this key created.
   * @throws ApiError idempotency_key_reused if that request created no record.
   */
  async findCreation(scope: AccountScope): Promise<Creation<Document, Shown> | undefined> {
    const earlier = await this.findEarlier(scope);
    if (earlier && !earlier.created) throw keyReused();
    return earlier?.created;
  }

  /**
   * Runs the jobs that earlier writes may have left unfinished.
   * @throws the error of a deciding job (see outbox-entry.ts).
   */
  async finishJobs(document: Document): Promise<void> {
    const { model, relay } = this.options;
    const hasJobs = document.outbox?.some(({ kind }) => kind === 'job') || document.outbox_spilled !== undefined;
    if (hasJobs) await relay.take(model, document, true);
  }

  /**
   * Makes the stored answer of a change: `answer` if it is given, otherwise the document after the
   * write.
   */
  answerToKeep(
    scope: AccountScope,
    after: Body<Document>,
    stamped: readonly string[],
    answer?: Record<string, unknown>,
  ): KeptAnswer {
    if (answer) return packAnswer(answer);
    const { hiddenFields = {}, secretFields } = this.options;
    // The write may set timestamps that `after` does not contain yet.
    const fields = new Set([...Object.keys(after), ...stamped.map((path) => path.split('.')[0]!)]);
    const omitted = new Set<string>([...Object.keys(hiddenFields), ...(secretFields ?? [])]);
    const body = Object.fromEntries(
      [...fields].filter((field) => !omitted.has(field)).map((field) => [field, `$${field}`]),
    );
    const secrets = secretFields?.map((field): [string, unknown] => [field, (after as Record<string, unknown>)[field]]);
    const sealed = secrets && { sealed: sealAnswer(scope, Object.fromEntries(secrets)) };
    return { kept: { body, ...sealed }, bytes: Buffer.byteLength(JSON.stringify(after)) };
  }
}
