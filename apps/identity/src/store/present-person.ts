import type { ListedPerson, PersonInAccount } from '@keyhaven/contracts/identity/person';
import { instantOrBlank } from '@keyhaven/contracts/shared/instants';
import { accountId } from '@keyhaven/persistence/account-scope';
import type { IdentityStore } from './identity-store';
import type { UserBody } from './user.model';

/** Returns a person together with the account, as the portal's pages show them. @throws ApiError not_found. */
export async function presentPersonInAccount(store: IdentityStore, body: UserBody): Promise<PersonInAccount> {
  const scope = { accountId: accountId(body.user_id) };
  const { _id, company_name, time_zone, currency_code } = await store.accounts.get(scope, { _id: body.user_id });
  return { person: presentPerson(body), account: { id: _id, company_name, time_zone, currency_code } };
}

function presentPerson(body: UserBody): PersonInAccount['person'] {
  const { _id, email_address, first_name, last_name, role } = body;
  return { id: _id, email_address, first_name, last_name, role };
}

/** Returns a person as shown in the account's list of people. */
export function presentListedPerson(body: UserBody): ListedPerson {
  return {
    ...presentPerson(body),
    has_password: body.password_hash !== undefined,
    created_utc: instantOrBlank(body.created_utc),
  };
}
