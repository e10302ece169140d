import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readJson, writeJson } from '@keyhaven/service/data-folder/data-folder';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { createDemoAccount, type DemoAccount } from '../loading/create-demo-account';
import { loadDemoData } from '../loading/load-demo-data';
import type { DemoTarget, LoadProgress } from '../loading/load-run';
import { planDemoData } from '../plan-demo-data';
import { firstCommands, welcome } from './welcome';

/** Stored in a file that only its owner can read: the database has hashes of the tokens. */
interface DemoFile {
  /** The day of the first start. All dates of the demo are relative to it. */
  firstDay: string;
  account?: DemoAccount;
  isLoaded?: boolean;
}

const FILE = 'demo.json';

/**
 * Creates the demo account on the first start, and prints the platform's address and the credentials. Then it loads the
 * demo data, while the platform answers, and prints the first commands to try. An interrupted load continues at the next
 * start: nothing is created twice.
 * @param url the address of the gateway.
 */
export async function startDemo(
  target: DemoTarget,
  folder: string,
  url: string,
  output: NodeJS.WriteStream,
): Promise<void> {
  const demo: DemoFile = (await readJson<DemoFile>(folder, FILE)) ?? { firstDay: localTimeAt(new Date(), 'UTC').date };
  if (!demo.account) {
    await writeJson(folder, FILE, demo);
    demo.account = await createDemoAccount(target);
    await writeJson(folder, FILE, demo);
  }
  const { account } = demo;
  output.write(welcome(url, account));
  if (!demo.isLoaded) {
    output.write('\nThe demo data are being loaded; the platform answers meanwhile.\n');
    const plan = planDemoData(demo.firstDay);
    await loadDemoData(plan, target, account.userId, (progress) => showProgress(output, progress));
    demo.isLoaded = true;
    await writeJson(folder, FILE, demo);
  }
  output.write(await firstCommands(url, account));
}

/** @param urls the services' own addresses. @param sign signs tokens for the operator. */
export function demoTarget(urls: Readonly<Record<string, string>>, sign: TokenSigner): DemoTarget {
  return {
    urls,
    serviceToken: (audience) => sign({ audience, scope: 'service' }),
    accountToken: (audience, accountId) => sign({ audience, scope: 'full', accountId, credentialId: 'demo' }),
  };
}

/** One line a kind of records; on a terminal it is written over while the kind is loaded. */
function showProgress(output: NodeJS.WriteStream, { kind, done, total }: LoadProgress): void {
  const filled = total === 0 ? 24 : Math.round((done / total) * 24);
  const line = `  ${kind.padEnd(16)} ${'█'.repeat(filled)}${'░'.repeat(24 - filled)} ${done} of ${total}`;
  if (output.isTTY) output.write(`\r${line}${done === total ? '\n' : ''}`);
  else if (done === total) output.write(`${line}\n`);
}
