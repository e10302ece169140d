/**
 * Signs a token that is valid for a minute: npm run token -- FOLDER ISSUER AUDIENCE [USER_ID]
 *
 * FOLDER is the folder of `npm run keys`, or the data folder of a platform in one process.
 *
 * With USER_ID, the token is for the public routes of the service, as that account. Without USER_ID, the token is for
 * the operator routes. The issuer `operator` may call the operator routes of every service. The table in
 * libs/service/src/auth/issuer-grants.ts lists what other issuers may call.
 */
import path from 'node:path';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { findSigner } from '@keyhaven/service/data-folder/stored-keys';

/** Signs a token with an issuer's key. @param userId the account of a token for the public routes. */
export async function makeToken(folder: string, issuer: string, audience: string, userId?: number): Promise<string> {
  const sign =
    (await findSigner(folder, issuer)) ?? (await tokenSignerFromFile(issuer, path.join(folder, `${issuer}.json`)));
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
