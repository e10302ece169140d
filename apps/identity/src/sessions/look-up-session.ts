import type { SessionAnswer } from '@keyhaven/contracts/identity/session-routes';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import { accountId } from '@keyhaven/persistence/account-scope';
import { presentPersonInAccount } from '../store/present-person';
import { hashToken } from '../store/hash-token';
import type { IdentityStore } from '../store/identity-store';
import type { SessionDocument } from '../store/session.model';
import { epochOf, livePerson, type UserBody } from '../store/user.model';
import { SESSION_MS } from './begin-session';

/**
 * The minimum time between two extensions of a session, in milliseconds. Without this minimum, every page view would
 * cause a write.
 */
const EXTEND_EVERY_MS = 3600_000;

/** Returns the person and account of a session, and extends the session. */
export async function lookUpSession(store: IdentityStore, token: string): Promise<SessionAnswer> {
  const session = await store.sessionModel.findById(hashToken(token)).lean<SessionDocument>();
  const now = store.now();
  const body = session && session.expires_utc > now ? await personOf(store, session) : undefined;
  if (!session || !body) return { active: false };
  const shown = await presentPersonInAccount(store, body);
  return { active: true, ...shown, expires_utc: formatInstant(await extend(store, session, now)) };
}

/** Returns the person of a session; undefined if the session was ended or the person was removed. */
async function personOf(store: IdentityStore, { user_id, person_id, epoch }: SessionDocument) {
  const body: UserBody | undefined = await store.users.findOne(
    { accountId: accountId(user_id) },
    livePerson(person_id),
  );
  return body && epochOf(body) === epoch ? body : undefined;
}

/** Extends a session. @returns when the session ends. */
async function extend(store: IdentityStore, { _id, expires_utc }: SessionDocument, now: Date): Promise<Date> {
  const extended = new Date(now.getTime() + SESSION_MS);
  if (extended.getTime() - expires_utc.getTime() < EXTEND_EVERY_MS) return expires_utc;
  await store.sessionModel.updateOne({ _id }, { $set: { expires_utc: extended } });
  return extended;
}
