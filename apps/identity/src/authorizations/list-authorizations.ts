import type { Authorization } from '@keyhaven/contracts/identity/oauth-authorization';
import { formatInstant } from '@keyhaven/contracts/shared/instants';
import type { AccountScope } from '@keyhaven/persistence/account-scope';
import { readStored } from '@keyhaven/persistence/stored-reads';
import type { AppDocument } from '../store/app.model';
import type { IdentityStore } from '../store/identity-store';
import type { AccountDocument } from '../store/account.model';
import { MAX_AUTHORIZATIONS } from './end-authorization';
import { isAuthorized, wasExchanged, widestScope } from './grants';

type App = Pick<AppDocument, 'user_id' | 'client_id' | 'name' | 'description' | 'website_url'>;
type Developer = Pick<AccountDocument, '_id' | 'company_name'>;

/**
 * Lists the apps that may use the account or have used it, newest first, so that a person can revoke the
 * authorizations. This takes four reads for any number of apps.
 */
export async function listAuthorizations(
  store: IdentityStore,
  scope: AccountScope,
): Promise<{ items: Authorization[] }> {
  const now = store.now();
  const order = { limit: MAX_AUTHORIZATIONS, descending: true };
  const found = (await store.authorizations.find(scope, { is_revoked: false }, order)).filter(
    (one) => wasExchanged(one) || isAuthorized(one, now),
  );
  const personIds = found.flatMap(({ grants }) => grants.at(-1)?.person_id ?? []);
  const [apps, people, developers] = await Promise.all([
    readApps(
      store,
      found.map(({ client_id }) => client_id),
    ),
    store.users.findByIds(scope, [...new Set(personIds)]),
    readDevelopers(
      store,
      found.map(({ app_owner_id }) => app_owner_id),
    ),
  ]);
  const items = found.flatMap((authorization): Authorization[] => {
    const app = apps.get(authorization.client_id);
    if (!app) return [];
    const person = people.find(({ _id, is_removed }) => !is_removed && _id === authorization.grants.at(-1)?.person_id);
    const { client_id, name, description, website_url } = app;
    return [
      {
        id: authorization._id,
        app: { client_id, name, description, website_url },
        developer: developers.get(authorization.app_owner_id) ?? '',
        scope: widestScope(authorization, now),
        person: person
          ? {
              id: person._id,
              email_address: person.email_address,
              first_name: person.first_name,
              last_name: person.last_name,
            }
          : null,
        created_utc: formatInstant(authorization.authorized_utc),
        last_used_utc: authorization.last_used_utc && formatInstant(authorization.last_used_utc),
      },
    ];
  });
  return { items };
}

/** Reads apps by their client ids, without the account, because the apps belong to other accounts. */
async function readApps({ appModel }: IdentityStore, clientIds: string[]): Promise<Map<string, App>> {
  const projection = { user_id: 1, client_id: 1, name: 1, description: 1, website_url: 1 };
  const filter = { client_id: { $in: clientIds }, is_deleted: false };
  const found = await readStored<App>(appModel, filter, { projection });
  return new Map(found.map((app) => [app.client_id, app]));
}

async function readDevelopers({ accountModel }: IdentityStore, ids: number[]): Promise<Map<number, string>> {
  const filter = { _id: { $in: [...new Set(ids)] } };
  const found = await readStored<Developer>(accountModel, filter, { projection: { company_name: 1 } });
  return new Map(found.map(({ _id, company_name }) => [_id, company_name]));
}
