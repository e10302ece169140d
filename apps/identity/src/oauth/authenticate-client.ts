import OAuth2Server from '@node-oauth/oauth2-server';
import { matchingSecret } from '../apps/client-secrets';
import type { AppBody } from '../store/app.model';
import { findClient } from '../store/app.model';
import type { IdentityStore } from '../store/identity-store';
import type { SentClient } from './client-request';

const { InvalidClientError } = OAuth2Server;

/**
 * The minimum time between two writes of the last use of a secret, in milliseconds. Without this minimum, every use
 * would cause a write.
 */
const LAST_USE_MS = 3600_000;

/**
 * Finds the app of a request by its client id, and checks its secret. Public apps have no secret.
 * @throws InvalidClientError for an unknown app, and for a missing or wrong secret. The error does not reveal which of
 *   these it was.
 */
export async function authenticateClient(store: IdentityStore, { clientId, secrets }: SentClient): Promise<AppBody> {
  const app = await findClient(store.appModel, clientId);
  if (!app) throw invalidClient();
  if (app.is_public) {
    if (secrets.length > 0) throw invalidClient();
    return app;
  }
  const found = matchingSecret(app, secrets);
  if (!found) throw invalidClient();
  const now = store.now();
  if (!found.last_used_utc || now.getTime() - found.last_used_utc.getTime() > LAST_USE_MS) {
    await noteUse(store, app, found.id, now);
  }
  return app;
}

/**
 * Stores when a secret was used, in a separate write. If the request fails afterwards, the stored time does no harm,
 * because only the app's owner sees it.
 */
async function noteUse(store: IdentityStore, { _id, user_id }: AppBody, secretId: number, now: Date): Promise<void> {
  await store.appModel.updateOne(
    { _id, user_id, 'secrets.id': secretId },
    { $set: { 'secrets.$.last_used_utc': now }, $inc: { revision: 1 } },
  );
}

function invalidClient(): Error {
  return new InvalidClientError('the client id is unknown, or the client secret is missing or wrong', { code: 401 });
}
