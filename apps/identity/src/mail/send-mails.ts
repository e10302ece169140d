import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Worker } from '@keyhaven/service/worker';
import type { Model } from 'mongoose';
import type { MailDocument, MailSubject } from '../store/mail.model';
import { MAIL_TIMEOUTS, type Mail, type Mailer, NotAccepted } from './mailer';

/**
 * The maximum number of times that an e-mail is sent. It is sent a second time only if nobody knows whether the mail
 * server accepted it the first time, for example after a crash.
 */
const MAX_SENDS = 2;
/**
 * After this many attempts that have certainly failed, an e-mail is not sent again. With the
 * growing pauses, this is after about a day and a half.
 */
const MAX_FAILURES = 30;
/**
 * How long a process may take to create and send an e-mail before another process takes over, in milliseconds. This is
 * the maximum time of the exchange with the mail server, and 20 seconds for the database.
 */
const LEASE_MS = MAIL_TIMEOUTS.exchangeMs + 20_000;
const PAUSE_MS = 1000;
const MAX_PAUSE_MS = 2 * 3600 * 1000;

/** Creates the e-mail. Returns undefined if the recipient no longer exists. */
export type ComposeMail = (subject: MailSubject) => Promise<Mail | undefined>;

export interface MailWork {
  model: Model<MailDocument>;
  now: DatabaseClock;
  mailer: Mailer;
  compose: ComposeMail;
  logger: Logger;
  /** Called if the e-mail took so long that another process may have sent it too. */
  leaseLost(): void;
}

/** The worker that sends the e-mails in the queue. Every process runs one. */
export function mailWorker(work: MailWork): Worker {
  return repeatedWork({
    work: (isStopping) => sendDue(work, isStopping),
    pauseMs: PAUSE_MS,
    logger: work.logger,
    failure: 'e-mails were not sent',
  });
}

async function sendDue(work: MailWork, isStopping: () => boolean): Promise<{ isBusy: boolean }> {
  for (let sent = 0; ; sent++) {
    const mail = isStopping() ? undefined : await claim(work);
    if (!mail) return { isBusy: sent > 0 };
    const startedMs = performance.now();
    await send(work, mail);
    if (performance.now() - startedMs > LEASE_MS) work.leaseLost();
  }
}

/** Takes an e-mail that is due. */
async function claim({ model, now: clock }: MailWork): Promise<MailDocument | undefined> {
  const now = clock();
  const mail = await model
    .findOneAndUpdate(
      { due_utc: { $lte: now } },
      { $set: { due_utc: new Date(now.getTime() + LEASE_MS) } },
      { sort: { due_utc: 1 }, returnDocument: 'after' },
    )
    .lean<MailDocument>();
  return mail ?? undefined;
}

async function send(work: MailWork, mail: MailDocument): Promise<void> {
  const { model, mailer, compose, logger } = work;
  const { _id, subject, sends } = mail;
  const about = { mail: _id, kind: subject.kind };
  if (sends >= MAX_SENDS) {
    logger.warn(about, 'it is not known whether an e-mail was delivered; it is not sent again');
    return finish(work, mail);
  }
  let composed: Mail | undefined;
  try {
    composed = await compose(subject);
  } catch (error) {
    logger.warn({ ...about, err: error }, 'an e-mail could not be created');
    return retryLater(work, mail, { failures: 1 });
  }
  if (composed) {
    // Count the e-mail as sent before it is sent, so that crashes cannot cause a third send.
    await model.updateOne({ _id }, { $inc: { sends: 1 } });
    try {
      await mailer(composed);
    } catch (error) {
      if (!(error instanceof NotAccepted)) throw error;
      logger.warn({ ...about, err: error.cause }, 'the mail server did not accept an e-mail');
      return retryLater(work, mail, { failures: 1, sends: -1 }, error.isFinal);
    }
  }
  await finish(work, mail);
  logger.info({ ...about, event: 'mail_sent', was_sent: composed !== undefined }, 'sent an e-mail');
}

/** Makes no further attempts to send an e-mail. */
async function finish({ model }: MailWork, { _id }: MailDocument): Promise<void> {
  await model.updateOne({ _id }, { $unset: { due_utc: 1 } });
}

/**
 * Counts an attempt in which nothing was sent. Unless it was the last attempt, the next one follows later.
 * @param counted the changes of the counts of the e-mail.
 */
async function retryLater(
  { model, now, logger }: MailWork,
  mail: MailDocument,
  counted: { failures: number; sends?: number },
  isFinal = false,
): Promise<void> {
  const { _id, failures } = mail;
  const isOver = isFinal || failures + 1 >= MAX_FAILURES;
  const due = { due_utc: new Date(now().getTime() + pauseAfter(failures)) };
  await model.updateOne({ _id }, { $inc: counted, ...(isOver ? { $unset: { due_utc: 1 } } : { $set: due }) });
  if (isOver) logger.warn({ mail: _id, kind: mail.subject.kind, is_over: true }, 'an e-mail is not sent again');
}

function pauseAfter(failures: number): number {
  return Math.min(PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
}
