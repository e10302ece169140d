/**
 * Makes the keys and secrets that the services of a platform share: `keys FOLDER` in the image.
 *
 * FOLDER then contains a key for every issuer, `public.json`, and the other secrets, each in a file. Keys and secrets
 * that exist already are kept.
 */
import { makeMissingKeys, makeMissingSecrets } from './make-missing-keys';

async function main(folder: string | undefined): Promise<void> {
  if (!folder) throw new Error('usage: keys FOLDER');
  const made = [...(await makeMissingKeys(folder)), ...(await makeMissingSecrets(folder))];
  console.log(made.length > 0 ? `${folder}: made ${made.join(', ')}` : `${folder} has all keys and secrets`);
}

main(process.argv[2]).catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
