/**
 * `npm run test:fuzz -- --requests 100000 --seed 1` sends valid, nearly valid and hostile requests
 * to every route of the public OpenAPI documents, and checks the responses.
 * docs/developers/fuzzing.md describes the checks.
 */
import { parseArgs } from 'node:util';
import { startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { readOperations } from './api/operations';
import { AccountReader } from './check/database-snapshot';
import type { FuzzedAccount } from './send/account';
import { makeAccount, readLists } from './platform/make-account';
import { type FuzzedPlatform, startFuzzedPlatform } from './platform/start-platform';
import { printFaults } from './report/print-faults';
import { reportLines, totals } from './report/print-report';
import { runFuzz } from './run/run-fuzz';
import { answerAsReceiver } from './platform/receiver';

const BUSY_ACCOUNTS = 4;
const QUIET_ACCOUNTS = 4;

const { values } = parseArgs({
  options: {
    requests: { type: 'string', default: '100000' },
    seed: { type: 'string', default: String(Date.now() % 2 ** 31) },
    lanes: { type: 'string', default: '24' },
    /**
     * How long a response may take, in seconds. Set a higher limit on a machine that does other work at the same time.
     */
    'limit-seconds': { type: 'string', default: '5' },
    /** Only operations whose id contains this text are tested. */
    only: { type: 'string', default: '' },
  },
});

async function main(): Promise<void> {
  const requests = wholeNumber(values.requests);
  const seed = wholeNumber(values.seed);
  const lanes = wholeNumber(values.lanes);
  const limitMs = wholeNumber(values['limit-seconds']) * 1000;
  const operations = readOperations().filter(({ id }) => id.includes(values.only));
  if (operations.length === 0) throw new Error(`no operation has an id that contains ${values.only}`);
  console.log(`fuzzing ${operations.length} operations with ${requests} requests; --seed ${seed} repeats the requests`);
  const receiver = await startLoopbackServer(answerAsReceiver);
  let platform: FuzzedPlatform | undefined;
  let reader: AccountReader | undefined;
  try {
    platform = await startFuzzedPlatform();
    const { url, memory, databaseUri } = platform;
    const all = readOperations();
    const accounts: FuzzedAccount[] = [];
    for (let number = 1; number <= BUSY_ACCOUNTS + QUIET_ACCOUNTS; number++)
      accounts.push(await makeAccount(platform, all, receiver.url, number));
    for (const account of accounts) await readLists(url, all, account);
    reader = await AccountReader.open(databaseUri);
    const began = performance.now();
    const result = await runFuzz({
      url,
      operations,
      accounts: { busy: accounts.slice(0, BUSY_ACCOUNTS), quiet: accounts.slice(BUSY_ACCOUNTS) },
      receiver: receiver.url,
      seed,
      requests,
      lanes,
      limitMs,
      reader,
      memory,
      onRound: (sent) => console.log(`${sent} requests sent`),
    });
    const seconds = (performance.now() - began) / 1000;
    await printFaults(platform, result);
    for (const line of reportLines(result, seconds)) console.log(line);
    const { passed, failed } = totals(result);
    console.log(`${passed} passed, ${failed} failed`);
    process.exitCode = failed === 0 ? 0 : 1;
  } finally {
    await reader?.close();
    await platform?.stop();
    await receiver.close();
  }
}

function wholeNumber(text: string): number {
  if (!/^\d{1,10}$/.test(text)) throw new Error(`${text} is not a whole number`);
  return Number(text);
}

main().catch((error: unknown) => {
  console.error(error);
  process.exit(1);
});
