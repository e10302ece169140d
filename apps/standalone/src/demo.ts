import { createDemoAccount, type DemoAccount } from '@keyhaven/demo-data/account/create-demo-account';
import { planDemoData } from '@keyhaven/demo-data/plan-demo-data';
import { type DemoTarget, loadDemoData } from '@keyhaven/demo-data/loading/load-demo-data';
import { dateInZone } from '@keyhaven/stays/calendar-date';
import { readJson, writeJson } from './data-folder';
import type { Platform } from './platform';
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
export async function prepareDemo(platform: Platform, folder: string, progress: Progress): Promise<DemoAccount> {
  const demo: DemoFile = (await readJson<DemoFile>(folder, FILE)) ?? { firstDay: dateInZone(new Date(), 'UTC') };
  const target: DemoTarget = {
    identityUrl: platform.services.identity,
    bookingUrl: platform.services.booking,
    serviceToken: (audience) => platform.sign({ audience, scope: 'service' }),
    accountToken: (audience, accountId) => platform.sign({ audience, scope: 'full', accountId, credentialId: 'demo' }),
  };
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
