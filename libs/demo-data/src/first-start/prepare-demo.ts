import { randomUUID } from 'node:crypto';
import { operatorLink } from '@keyhaven/contracts/identity/link-routes';
import { identityOperatorContract } from '@keyhaven/contracts/identity/operator-contract';
import type { TokenSigner } from '@keyhaven/service/auth/token-signer';
import { readJson, writeJson } from '@keyhaven/service/data-folder/data-folder';
import { localTimeAt } from '@keyhaven/stays/local-time';
import { createDemoAccount, type DemoAccount } from '../loading/create-demo-account';
import { type DemoTarget, operatorApi } from '../loading/demo-target';
import { loadDemoData } from '../loading/load-demo-data';
import type { LoadProgress } from '../loading/load-run';
import { postRecord } from '../loading/post-record';
import { planDemoData } from '../plan-demo-data';
import { firstCommands, welcome } from './welcome';

/**
 * The content of demo.json. Only the owner of the file can read it. The tokens are stored here,
 * because the database contains only their hashes.
 */
interface DemoFile {
  /** The day of the first start, yyyy-mm-dd. All dates of the demo are relative to it. */
  firstDay: string;
  account?: DemoAccount;
  /** Whether the link with which the user sets a first password was already printed. */
  isLinkPrinted?: boolean;
  isLoaded?: boolean;
}

const FILE = 'demo.json';
/** The last printed line, if the caller passes no other. */
const END = 'Ctrl-C stops Keyhaven. The next start uses the same data.';

/**
 * Creates the demo account on the first start, and prints the URL of the platform and the credentials. Then loads the
 * demo data while the platform already serves requests, and prints the first commands to try. If loading is
 * interrupted, the next start continues it and creates nothing twice.
 * @param url the URL of the gateway that is printed.
 * @param options.printsLink whether to print a link for a new password even if an earlier start printed one.
 * @param options.gatewayUrl the URL at which this program calls the gateway, if it differs from `url`.
 * @param options.end the last line to print.
 */
export async function startDemo(
  target: DemoTarget,
  folder: string,
  url: string,
  output: NodeJS.WriteStream,
  { printsLink = false, gatewayUrl = url, end = END }: { printsLink?: boolean; gatewayUrl?: string; end?: string } = {},
): Promise<void> {
  const demo: DemoFile = (await readJson<DemoFile>(folder, FILE)) ?? { firstDay: localTimeAt(new Date(), 'UTC').date };
  if (!demo.account) {
    await writeJson(folder, FILE, demo);
    demo.account = await createDemoAccount(target);
    await writeJson(folder, FILE, demo);
  }
  const { account } = demo;
  const needsLink = printsLink || !demo.isLinkPrinted;
  output.write(welcome(url, account, needsLink ? await makeLink(target, account) : undefined));
  if (needsLink) await writeJson(folder, FILE, Object.assign(demo, { isLinkPrinted: true }));
  if (!demo.isLoaded) {
    output.write('\nLoading the demo data. The platform already answers requests.\n');
    const plan = planDemoData(demo.firstDay);
    await loadDemoData(plan, target, account.userId, (progress) => showProgress(output, progress));
    demo.isLoaded = true;
    await writeJson(folder, FILE, demo);
  }
  // The commands are only suggestions. They fail, for example, if the demo user was removed from the account.
  const commands = await firstCommands(url, account, gatewayUrl).catch(
    (error: unknown) => `\nNo commands are suggested: ${error instanceof Error ? error.message : String(error)}\n`,
  );
  output.write(`${commands}\n${end}\n`);
}

/** Creates a one-time link with which the demo user sets a password. @returns its URL. */
async function makeLink(target: DemoTarget, { userId, personId }: DemoAccount): Promise<string> {
  const { url } = await postRecord(operatorApi(target, 'identity'), {
    name: 'link',
    key: randomUUID(),
    route: identityOperatorContract.createLink,
    params: { user_id: userId, id: personId },
    body: {},
    answer: operatorLink,
  });
  return url;
}

/**
 * Returns the target for loading the demo data into a running platform.
 * @param urls the URL of each service, by name.
 * @param sign signs the tokens for the services.
 */
export function demoTarget(urls: Readonly<Record<string, string>>, sign: TokenSigner): DemoTarget {
  return {
    urls,
    serviceToken: (audience) => sign({ audience, scope: 'service' }),
    accountToken: (audience, accountId) => sign({ audience, scope: 'full', accountId, credentialId: 'demo' }),
  };
}

/**
 * Prints one line of progress for each kind of record. On a terminal, the line is updated until all
 * records of the kind are loaded.
 */
function showProgress(output: NodeJS.WriteStream, { kind, done, total }: LoadProgress): void {
  const filled = total === 0 ? 24 : Math.round((done / total) * 24);
  const line = `  ${kind.padEnd(16)} ${'█'.repeat(filled)}${'░'.repeat(24 - filled)} ${done} of ${total}`;
  if (output.isTTY) output.write(`\r${line}${done === total ? '\n' : ''}`);
  else if (done === total) output.write(`${line}\n`);
}
