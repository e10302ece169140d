import type { IdentityUnderTest } from './identity-under-test';
import { type AppUnderTest, type ConsentingAccount, createAnApp, createConsentingAccount } from './oauth-app';

/** Creates an app, and an account with a person who may authorize the app. */
export async function anAppAndAccount(
  service: IdentityUnderTest,
  fields: object = {},
): Promise<{ app: AppUnderTest; account: ConsentingAccount }> {
  return { app: await createAnApp(service, fields), account: await createConsentingAccount(service) };
}

/** Moves the times of an authorization's codes and tokens into the past. */
export async function age(service: IdentityUnderTest, accountId: number, milliseconds: number): Promise<void> {
  const authorizations = service.connection.collection('authorizations');
  const { grants } = (await authorizations.findOne({ user_id: accountId })) as unknown as { grants: any[] };
  const earlier = (date: Date | null) => date && new Date(date.getTime() - milliseconds);
  const aged = grants.map(({ code, refresh_token, access_tokens, ...rest }) => ({
    ...rest,
    code: { ...code, expires_utc: earlier(code.expires_utc) },
    access_tokens: access_tokens.map((one: { expires_utc: Date | null }) => ({
      ...one,
      expires_utc: earlier(one.expires_utc),
    })),
    refresh_token: refresh_token && {
      ...refresh_token,
      expires_utc: earlier(refresh_token.expires_utc),
      previous: refresh_token.previous && {
        ...refresh_token.previous,
        replaced_utc: earlier(refresh_token.previous.replaced_utc),
      },
    },
  }));
  await authorizations.updateOne({ user_id: accountId }, { $set: { grants: aged } });
}
