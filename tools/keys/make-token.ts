/**
 * Signs a token for the operator routes of a service, or for its public routes as an account; it is valid for a minute:
 * npm run token -- FOLDER ISSUER AUDIENCE [USER_ID]
 * The issuer `operator` may call these routes of every service; the table in libs/service/src/auth/issuer-grants.ts says
 * what other issuers may call.
 */
import path from 'node:path';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';

/** Signs a token with an issuer's key. @param userId an account: then the token is for the public routes. */
export async function makeToken(folder: string, issuer: string, audience: string, userId?: number): Promise<string> {
  const sign = await tokenSignerFromFile(issuer, path.join(folder, `${issuer}.json`));
  if (userId === undefined) return sign({ audience, scope: 'service' });
  return sign({ audience, scope: 'full', accountId: userId, credentialId: issuer });
}

if (require.main === module) {
  const [folder, issuer, audience, userId] = process.argv.slice(2);
  if (!folder || !issuer || !audience) {
    console.error('usage: npm run token -- FOLDER ISSUER AUDIENCE [USER_ID]');
    process.exit(1);
  }
  makeToken(folder, issuer, audience, userId === undefined ? undefined : Number(userId)).then(
    console.log,
    (error: Error) => {
      console.error(error.message);
      process.exit(1);
    },
  );
}
