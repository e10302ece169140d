import type { AccountScope } from '../account-scope';
import type { PublicRecord } from '../entity';
import { type Answered, findAnswered, type KeptAnswer, keyReused } from '../idempotency';
import type { Relay } from '../outbox/relay';
import type { ReaderOptions } from '../repository-types';
import type { Body, TenantDocument } from '../tenant-document';

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

  /**
   * The record that an earlier request with this key created. @throws ApiError idempotency_key_reused when it created
   * none.
   */
  async findRecord(scope: AccountScope): Promise<Shown | undefined> {
    const answered = await this.findFinished(scope);
    if (!answered) return undefined;
    if (!answered.request.record) throw keyReused();
    return answered.request.record as Shown;
  }

  /** Runs the jobs that earlier writes may have left undone. @throws the error of a deciding job. */
  async finishJobs(document: Document): Promise<void> {
    const { model, relay } = this.options;
    const hasJobs = document.outbox?.some(({ kind }) => kind === 'job') || document.outbox_spilled !== undefined;
    if (hasJobs) await relay.take(model, document, true);
  }

  /** The answer to store for repetitions of a change: its own answer, or the document after the write. */
  answerToKeep(after: Body<Document>, stamped: readonly string[], answer?: Record<string, unknown>): KeptAnswer {
    if (answer) return { kept: { answer: { $literal: answer } }, bytes: JSON.stringify(answer).length };
    const { hiddenFields = {} } = this.options;
    // The write may set times that the document did not have.
    const fields = new Set([...Object.keys(after), ...stamped.map((path) => path.split('.')[0]!)]);
    const shown = [...fields].filter((field) => !(field in hiddenFields));
    const body = Object.fromEntries(shown.map((field) => [field, `$${field}`]));
    return { kept: { body }, bytes: Buffer.byteLength(JSON.stringify(after)) };
  }
}

/** The answer that was noted with a request. @throws ApiError idempotency_key_reused when none was. */
export function notedAnswer<Document extends TenantDocument>({ request }: Answered<Document>): Record<string, unknown> {
  if (!request.answer) throw keyReused();
  return request.answer;
}

/** The document as an earlier request left it. @throws ApiError idempotency_key_reused when that request changed none. */
export function changedBody<Document extends TenantDocument>({ request }: Answered<Document>): Body<Document> {
  if (!request.body) throw keyReused();
  return request.body as Body<Document>;
}
