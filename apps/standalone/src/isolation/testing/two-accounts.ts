import { setTimeout as sleep } from 'node:timers/promises';
import type { Account } from './account';
import { createAccount, createBareAccount } from './create-account';
import { fillAccount } from './fill-account';
import { type Answer, send, type Sent, textOf } from './http-client';
import { createLeakDetector, type LeakDetector } from './leak-detector';
import { accountRoutes, type NamedRoute, titleOf } from './public-routes';
import { makeIdsRecognisable } from './recognisable-ids';
import { type Parts, render } from './request-parts';
import { type App, createApp } from './shared-app';
import { type Platform, startObservedPlatform } from './start-platform';
import { readStoredData, settledDocumentsOf, type StoredData } from './stored-data';
import { validRequest } from './valid-request';

/** The Idempotency-Key of all writes of the victim. */
export const KEY = 'key-of-another-account';

/** A platform with two filled accounts. */
export interface TwoAccounts {
  platform: Platform;
  victim: Account;
  attacker: Account;
  /** The app that both have authorized, and another one. */
  app: App;
  otherApp: App;
  /** The ETags of the victim's records, by the titles of the routes that read them. */
  etags: ReadonlyMap<string, string>;
  /** The writes that the victim sent with the key. */
  keyed: ReadonlyMap<NamedRoute, Parts>;
  /** What the stored documents of the victim were before the tests. */
  before: StoredData;
  detector: LeakDetector;
  /** What was sent under each request id by others than the victim. */
  sent: Map<string, string>;
  /** Sends a request to the gateway as somebody else than the victim. */
  sendAsOther: (sent: Sent) => Promise<Answer>;
  stop: () => Promise<void>;
}

export async function startTwoAccounts(): Promise<TwoAccounts> {
  const endIds = makeIdsRecognisable();
  const platform = await startObservedPlatform();
  const stop = async () => {
    await platform.stop();
    endIds();
  };
  try {
    return { ...(await prepare(platform)), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function prepare(platform: Platform): Promise<Omit<TwoAccounts, 'stop'>> {
  const developer = await createBareAccount(platform, 'developer');
  const app = await createApp(platform, developer.userId, 'Guest Guide');
  const otherApp = await createApp(platform, developer.userId, 'Door Keeper');
  const create = async (marker: string) => fillAccount(platform, await createAccount(platform, app, marker));
  const victim = await create('amberwyrm');
  const attacker = await create('basaltfinch');
  const keyed = await sendKeyedWrites(platform, victim);
  const etags = await readEverything(platform, victim);
  await readEverything(platform, attacker);
  await sleep(Math.max(0, victim.tokensExpireAt - Date.now()));
  const before = await settledDocumentsOf(victim.userId);
  const sent = new Map<string, string>();
  return {
    platform,
    victim,
    attacker,
    app,
    otherApp,
    etags,
    keyed,
    before,
    detector: createLeakDetector(await readStoredData(), victim.userId, victim.marker),
    sent,
    sendAsOther: (request) => {
      const id = `other-${sent.size}`;
      sent.set(id, textOf(request));
      return send(platform.url, { ...request, headers: { ...request.headers, 'x-request-id': id } });
    },
  };
}

/** Sends each write except deletions with the key, so that there is an answer to repeat. */
async function sendKeyedWrites({ url }: Platform, account: Account): Promise<Map<NamedRoute, Parts>> {
  const keyed = new Map<NamedRoute, Parts>();
  for (const named of accountRoutes.filter(({ route }) => !['GET', 'DELETE'].includes(route.method))) {
    const parts = validRequest(named, account);
    const headers = { authorization: account.credentials.app, 'idempotency-key': KEY };
    const { status, text } = await send(url, render(named.route, { ...parts, headers }));
    const isExpected = status === 200 || !(200 in named.route.responses);
    if (!isExpected) throw new Error(`${titleOf(named)} of an account's own records answered ${status}: ${text}`);
    keyed.set(named, parts);
  }
  return keyed;
}

/** Reads everything of an account, so that the caches contain it. @returns the ETags. */
async function readEverything({ url }: Platform, account: Account): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  for (const named of accountRoutes.filter(({ route }) => route.method === 'GET')) {
    const headers = { authorization: account.credentials.app };
    const answer = await send(url, render(named.route, { ...validRequest(named, account), headers }));
    const { status, text } = answer;
    if (status !== 200) throw new Error(`${titleOf(named)} of an account's own records answered ${status}: ${text}`);
    if (answer.headers.etag !== undefined) etags.set(titleOf(named), answer.headers.etag);
  }
  return etags;
}
