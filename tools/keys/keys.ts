/**
 * Creates and replaces the keys of internal tokens: `npm run keys -- FOLDER …`, and `keys FOLDER …` in the image.
 *
 * Without a flag, creates the missing keys of the named issuers (by default, of all issuers), and the other secrets of
 * a platform. Afterwards, FOLDER contains a file ISSUER.json for each issuer, and public.json. Existing keys and
 * secrets are not changed.
 *
 * A replacement has three steps: --replace publishes new public keys, --use-new puts the new private keys into use, and
 * --remove-old removes the old public keys. Wait some minutes between the steps, so that no process signs with a key
 * before all other processes have read its public key (docs/operators/keys.md). --now does a step without checking the
 * pause. With --deliver TARGET, the program finally copies to each folder TARGET/ISSUER the files that this issuer may
 * read.
 */
import { parseArgs } from 'node:util';
import { deliverKeys } from './deliver-keys';
import { issuerNames, makeMissingKeys, makeMissingSecrets } from './make-missing-keys';
import { prepareKeys, removeOldKeys, useNewKeys } from './replace-keys';

const USAGE = 'usage: keys FOLDER [ISSUER …] [--replace | --use-new | --remove-old] [--now] [--deliver TARGET]';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      replace: { type: 'boolean' },
      'use-new': { type: 'boolean' },
      'remove-old': { type: 'boolean' },
      now: { type: 'boolean' },
      deliver: { type: 'string' },
    },
  });
  const [folder, ...named] = positionals;
  const steps = [values.replace, values['use-new'], values['remove-old']].filter(Boolean);
  if (!folder || steps.length > 1) throw new Error(USAGE);
  const unknown = named.find((name) => !issuerNames.includes(name));
  if (unknown !== undefined) throw new Error(`${unknown} is not one of the issuers ${issuerNames.join(', ')}`);
  const issuers = named.length > 0 ? named : issuerNames;
  const settledMs = values.now ? 0 : undefined;
  if (values.replace) {
    await prepareKeys(folder, issuers);
    console.log(`${folder}: published new keys of ${issuers.join(', ')}; the next step is --use-new`);
  } else if (values['use-new']) {
    console.log(`${folder}: ${list(await useNewKeys(folder, settledMs))} use new keys; the next step is --remove-old`);
  } else if (values['remove-old']) {
    console.log(`${folder}: removed ${list(await removeOldKeys(folder, settledMs))}`);
  } else {
    const keys = await makeMissingKeys(folder, issuers);
    const made = [...keys, ...(named.length > 0 ? [] : await makeMissingSecrets(folder))];
    console.log(made.length > 0 ? `${folder}: made ${made.join(', ')}` : `${folder} has all keys and secrets`);
  }
  if (values.deliver !== undefined)
    console.log(`${values.deliver}: changed ${list(await deliverKeys(folder, values.deliver))}`);
}

const list = (names: readonly string[]) => names.join(', ') || 'nothing';

main().catch((error: Error) => {
  console.error(error.message);
  process.exit(1);
});
