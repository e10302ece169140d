import { refusedOf } from '@keyhaven/persistence/duplicate-key';
import type { IdentityStore } from '../store/identity-store';
import type { MailSubject } from '../store/mail.model';

/**
 * How long the name of an e-mail is stored, in milliseconds. All work that may enqueue the same
 * e-mail again is done by then.
 */
const KEPT_MS = 30 * 24 * 3600 * 1000;

/** Enqueues e-mails. Leaves out e-mails whose name was enqueued before. */
export async function enqueueMails(
  { mailModel, mailListeners, now: clock }: Pick<IdentityStore, 'mailModel' | 'mailListeners' | 'now'>,
  mails: readonly { name: string; subject: MailSubject }[],
): Promise<void> {
  if (mails.length === 0) return;
  const now = clock();
  const expires_utc = new Date(now.getTime() + KEPT_MS);
  const documents = mails.map(({ name, subject }) => ({
    insertOne: { document: { _id: name, subject, sends: 0, failures: 0, due_utc: now, expires_utc } },
  }));
  await refusedOf(mailModel.bulkWrite(documents, { ordered: false }));
  for (const listener of mailListeners) listener();
}
