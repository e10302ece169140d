/**
 * Makes keys for issuers of internal tokens: npm run keys -- FOLDER ISSUER [ISSUER …]
 *
 * Adds the public keys to FOLDER/public.json and then writes each private key to FOLDER/ISSUER.json. The existing public
 * keys stay valid. Running services use new private keys after two minutes. Five minutes after that,
 * `npm run keys -- FOLDER --remove-old` removes the public keys without a private key in the folder.
 */
import { addKeys } from './add-keys';
import { removeOldKeys } from './remove-old-keys';

async function main(): Promise<string> {
  const [folder, ...issuers] = process.argv.slice(2);
  if (!folder || issuers.length === 0)
    throw new Error('usage: npm run keys -- FOLDER ISSUER [ISSUER …], or npm run keys -- FOLDER --remove-old');
  if (issuers[0] === '--remove-old') return `removed ${(await removeOldKeys(folder)).join(', ') || 'nothing'}`;
  await addKeys(folder, issuers);
  return `keys of ${issuers.join(', ')} are in ${folder}`;
}

main().then(console.log, (error: Error) => {
  console.error(error.message);
  process.exit(1);
});
