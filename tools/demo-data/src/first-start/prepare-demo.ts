import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { createDemoAccount, type DemoAccount } from '../account/create-demo-account';
import { type DemoTarget, loadDemoData } from '../loading/load-demo-data';
import { planDemoData } from '../plan-demo-data';
import { readJson, writeJson } from './data-folder';
import type { Progress } from './progress';

/** What is kept of the demo, in a file that only its owner can read: the database has hashes of the tokens. */
interface DemoFile {
  /** The day of the first start, on which all dates of the demo hang. */
  firstDay: string;
  account?: DemoAccount;
  isLoaded?: boolean;
}

const FILE = 'demo.json';

/**
 * Makes the demo account on the first start, and loads its data through the operator contracts. A load that was broken
 * off goes on where it was: nothing is made twice.
 */
export async function prepareDemo(target: DemoTarget, folder: string, progress: Progress): Promise<DemoAccount> {
  const demo: DemoFile = (await readJson<DemoFile>(folder, FILE)) ?? { firstDay: localTimeAt(new Date(), 'UTC').date };
  if (!demo.account) {
    await writeJson(folder, FILE, demo);
    demo.account = await createDemoAccount(target);
    await writeJson(folder, FILE, demo);
  }
  if (!demo.isLoaded) {
    await loadDemoData(planDemoData(demo.firstDay), target, demo.account.userId, ({ kind, done, total }) =>
      progress.show(kind, done, total),
    );
    demo.isLoaded = true;
    await writeJson(folder, FILE, demo);
  }
  return demo.account;
}

/** The platform as the demo's loader sees it: its services' own addresses, and the operator's signature. */
export function demoTarget(urls: Readonly<Record<string, string>>, sign: TokenSigner): DemoTarget {
  return {
    urls,
    serviceToken: (audience) => sign({ audience, scope: 'service' }),
    accountToken: (audience, accountId) => sign({ audience, scope: 'full', accountId, credentialId: 'demo' }),
  };
}
