import type { Logger } from '@keyhaven/service/observability/logger';
import type { DataMetrics } from '@keyhaven/service/observability/metrics';
import { repeatedWork } from '@keyhaven/service/repeated-work';
import type { Worker } from '@keyhaven/service/worker';
import { composeAnnouncementMail, enqueueAnnouncements } from './announcements/mail-announcements';
import { composeInvitationMail, composeResetMail } from './links/compose-link-mail';
import type { Mail, Mailer } from './mail/mailer';
import { mailWorker } from './mail/send-mails';
import type { IdentityStore } from './store/identity-store';
import type { MailSubject } from './store/mail.model';

/** How often recorded uses of tokens and authorizations are stored, in milliseconds. */
const USES_EVERY_MS = 5000;

/** How often the worker looks for new announcements whose e-mails are to be enqueued, in milliseconds. */
const ENQUEUE_EVERY_MS = 2000;

/** The background work of the identity service. */
export function identityWorkers(
  store: IdentityStore,
  mailer: Mailer | undefined,
  logger: Logger,
  { leaseLosses }: DataMetrics,
): Worker[] {
  const storeUses = repeatedWork({
    work: async () => {
      await Promise.all([store.tokenUses.flush(), store.authorizationUses.flush()]);
    },
    pauseMs: USES_EVERY_MS,
    logger,
    failure: 'the last uses of tokens were not stored',
  });
  if (!mailer) return [storeUses];
  const compose = (subject: MailSubject) => composeMail(store, subject);
  const enqueue = repeatedWork({
    work: () => enqueueAnnouncements(store),
    pauseMs: ENQUEUE_EVERY_MS,
    logger,
    failure: 'e-mails of announcements were not enqueued',
  });
  const mails = mailWorker({
    model: store.mailModel,
    now: store.now,
    mailer,
    compose,
    logger,
    leaseLost: () => leaseLosses.inc({ lease: 'mail' }),
  });
  store.mailListeners.add(() => mails.wake?.());
  return [storeUses, enqueue, mails];
}

/** Creates an e-mail from its entry in the queue. */
function composeMail(store: IdentityStore, subject: MailSubject): Promise<Mail | undefined> {
  switch (subject.kind) {
    case 'password_reset':
      return composeResetMail(store, subject.email_address);
    case 'invitation':
      return composeInvitationMail(store, subject);
    case 'announcement':
      return composeAnnouncementMail(store, subject);
  }
}
