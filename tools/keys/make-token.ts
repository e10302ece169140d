/**
 * Signs a token for a service's operator face, or for an account's public face; it is good for a minute:
 * npm run token -- FOLDER ISSUER AUDIENCE [USER_ID]
 * The issuer `operator` may open these faces of every service; what others may open, libs/service has in a table.
 */
import path from 'node:path';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';

/** A token in the name of an issuer whose key make-keys made. @param userId an account: then it opens the public face. */
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
