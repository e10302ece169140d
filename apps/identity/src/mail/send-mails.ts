import type { DatabaseClock } from '@keyhaven/persistence/database-clock';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Logger } from '@keyhaven/service/observability/logger';
import type { Worker } from '@keyhaven/service/worker';
import type { Model } from 'mongoose';
import type { MailDocument, MailSubject } from '../store/mail.model';
import { type Mail, type Mailer, NotAccepted } from './mailer';

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
/** How long a process may take to send an e-mail before another process takes over, in milliseconds. */
const LEASE_MS = 60_000;
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

/**
 * Takes an e-mail that is due. Counts it as sent before it is sent, so that crashes cannot cause a
 * third send.
 */
async function claim({ model, now: clock }: MailWork): Promise<MailDocument | undefined> {
  const now = clock();
  const mail = await model
    .findOneAndUpdate(
      { due_utc: { $lte: now } },
      { $inc: { sends: 1 }, $set: { due_utc: new Date(now.getTime() + LEASE_MS) } },
      { sort: { due_utc: 1 }, returnDocument: 'after' },
    )
    .lean<MailDocument>();
  return mail ?? undefined;
}

async function send({ model, now, mailer, compose, logger }: MailWork, mail: MailDocument): Promise<void> {
  const { _id, subject, sends, failures } = mail;
  const about = { mail: _id, kind: subject.kind };
  const finish = (update: object = {}) => model.updateOne({ _id }, { $unset: { due_utc: 1 }, ...update });
  if (sends > MAX_SENDS) {
    logger.warn(about, 'it is not known whether an e-mail was delivered; it is not sent again');
    return void (await finish());
  }
  try {
    const composed = await compose(subject).catch(async (error: unknown) => {
      // Nothing was sent, so this attempt does not count.
      await model.updateOne({ _id }, { $inc: { sends: -1 } });
      throw error;
    });
    if (composed) await mailer(composed);
    await finish();
    logger.info({ ...about, event: 'mail_sent', was_sent: composed !== undefined }, 'sent an e-mail');
  } catch (error) {
    if (!(error instanceof NotAccepted)) throw error;
    const isOver = error.isFinal || failures + 1 >= MAX_FAILURES;
    logger.warn({ ...about, err: error.cause, is_over: isOver }, 'the mail server did not accept an e-mail');
    const counts = { $inc: { sends: -1, failures: 1 } };
    if (isOver) return void (await finish(counts));
    await model.updateOne({ _id }, { ...counts, $set: { due_utc: new Date(now().getTime() + pauseAfter(failures)) } });
  }
}

function pauseAfter(failures: number): number {
  return Math.min(PAUSE_MS * 2 ** failures, MAX_PAUSE_MS);
}
