import { accountId } from '@keyhaven/persistence/account-scope';
import { enqueueMails } from '../mail/enqueue-mails';
import type { Mail } from '../mail/mailer';
import type { AnnouncementDocument } from '../store/announcement.model';
import type { AppBody } from '../store/app.model';
import type { IdentityStore } from '../store/identity-store';
import { livePerson, type UserBody } from '../store/user.model';

/** How many apps are read at a time. The account of each app may have 200 people. */
const APPS_PER_STEP = 20;
const ANNOUNCEMENTS_PER_RUN = 10;

/**
 * Enqueues the e-mails of new announcements. Each announcement stores the id of the last app whose e-mails were
 * enqueued, so the work continues there after a crash. Each e-mail has a unique name, so no person gets it twice.
 */
export async function enqueueAnnouncements(store: IdentityStore): Promise<{ isBusy: boolean }> {
  const pending = await store.announcementModel
    .find({ mailed_up_to: { $exists: true } })
    .limit(ANNOUNCEMENTS_PER_RUN)
    .lean<AnnouncementDocument[]>();
  for (const { _id, mailed_up_to = 0 } of pending) await enqueueAll(store, _id, mailed_up_to);
  return { isBusy: pending.length > 0 };
}

async function enqueueAll(store: IdentityStore, announcement_id: number, from: number): Promise<void> {
  const { announcementModel, appModel, userModel } = store;
  for (let after = from; ;) {
    const apps = await appModel
      .find({ is_subscribed_to_announcements: true, is_deleted: false, _id: { $gt: after } }, { user_id: 1 })
      .sort({ _id: 1 })
      .limit(APPS_PER_STEP)
      .lean<Pick<AppBody, '_id' | 'user_id'>[]>();
    const accounts = [...new Set(apps.map(({ user_id }) => user_id))];
    // This query reads the people of several accounts, so it does not use the repository.
    const people = await userModel
      .find({ user_id: { $in: accounts }, is_removed: { $ne: true } }, { user_id: 1 })
      .lean<Pick<UserBody, '_id' | 'user_id'>[]>();
    const mails = people.map(({ _id: person_id, user_id }) => ({
      name: `announcement ${announcement_id} ${person_id}`,
      subject: { kind: 'announcement', user_id, person_id, announcement_id } as const,
    }));
    await enqueueMails(store, mails);
    const isLast = apps.length < APPS_PER_STEP;
    after = apps.at(-1)?._id ?? after;
    await announcementModel.updateOne(
      { _id: announcement_id },
      isLast ? { $unset: { mailed_up_to: 1 } } : { $max: { mailed_up_to: after } },
    );
    if (isLast) return;
  }
}

/** Creates the e-mail of an announcement. Returns undefined if the person was removed in the meantime. */
export async function composeAnnouncementMail(
  store: IdentityStore,
  { user_id, person_id, announcement_id }: { user_id: number; person_id: number; announcement_id: number },
): Promise<Mail | undefined> {
  const announced = await store.announcementModel.findById(announcement_id).lean<AnnouncementDocument>();
  const person = await store.users.findOne({ accountId: accountId(user_id) }, livePerson(person_id));
  if (!announced || !person) return undefined;
  const { title, body, effective_date } = announced;
  const effective = effective_date === null ? '' : `Effective ${effective_date}\n\n`;
  const reason = `You receive this because an app of your account is subscribed to announcements. Its page has the checkbox: ${store.publicUrl}/portal`;
  return {
    to: person.email_address,
    subject: `Keyhaven: ${title}`,
    text: `${title}\n${effective}\n${body}\n\n-- \n${reason}\n`,
  };
}
