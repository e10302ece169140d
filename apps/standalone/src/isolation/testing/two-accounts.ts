import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '@keyhaven/testing/until';
import type { Account } from './account';
import { createAccount, createBareAccount } from './create-account';
import { fillAccount } from './fill-account';
import { type Answer, send, type Sent, textOf } from './http-client';
import { importLines, lineOf } from './import-lines';
import { creationOf, importRoutes, isOperatorRoute, operatorAccountRoutes, operatorCreations } from './inside-routes';
import { createLeakDetector, type LeakDetector } from './leak-detector';
import { accountRoutes, type NamedRoute, titleOf } from './public-routes';
import { makeIdsRecognisable } from './recognisable-ids';
import { type Parts, render } from './request-parts';
import { type App, createApp } from './shared-app';
import { type Platform, startObservedPlatform } from './start-platform';
import { readStoredData, settledDocumentsOf, type StoredData } from './stored-data';
import { validRequest } from './valid-request';

/**
 * The Idempotency-Key of the victim's writes and of the operator's writes for the victim. Also the import key of the
 * victim's imported lines.
 */
export const KEY = 'key-of-another-account';

/** A platform with two filled accounts. */
export interface TwoAccounts {
  platform: Platform;
  victim: Account;
  attacker: Account;
  /** An account without records. Its `ids` are those of the victim, so that tests can send them. */
  empty: Account;
  /**
   * The victim and the attacker have authorized `app`. They have also authorized `otherApp`, and then revoked this
   * authorization.
   */
  app: App;
  otherApp: App;
  /**
   * The ETags of the victim's records, by the route with which each was read, such as GET
   * /v2/guests/:id.
   */
  etags: ReadonlyMap<string, string>;
  /** The writes that the victim sent with KEY. */
  keyed: ReadonlyMap<NamedRoute, Parts>;
  /** The stored documents of the victim before the tests. */
  before: StoredData;
  detector: LeakDetector;
  /** The contents of all requests that were sent with `sendAsOther`, by request id. */
  sent: Map<string, string>;
  /**
   * Sends a request as anyone except the victim, and records it in `sent`.
   * @param url the URL of the gateway, which is the default, or of a service.
   */
  sendAsOther: (sent: Sent, url?: string) => Promise<Answer>;
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
  const createBare = (marker: string) => createAccount(platform, { app, otherApp }, marker);
  const create = async (marker: string) => fillAccount(platform, await createBare(marker));
  const victim = await create('amberwyrm');
  const attacker = await create('basaltfinch');
  const empty = { ...(await createBare('cobaltheron')), ids: victim.ids, attachment: victim.attachment };
  const keyed = await sendKeyedWrites(platform, victim);
  await sendOperatorKeys(platform, victim);
  const etags = await readEverything(platform, victim);
  await readEverything(platform, attacker);
  await sleep(Math.max(0, victim.tokensExpireAt - Date.now()));
  // The gateway has cached these credentials as valid. Wait until it refuses them.
  const { revoked, personalRevoked, appRevoked, ofRemovedPerson } = victim.credentials;
  for (const authorization of [revoked, personalRevoked, appRevoked, ofRemovedPerson]) {
    const read = () => send(platform.url, { target: '/v2/users/me', headers: { authorization } });
    await until(async () => (await read()).status === 401);
  }
  const before = await settledDocumentsOf(victim.userId);
  const sent = new Map<string, string>();
  return {
    platform,
    victim,
    attacker,
    empty,
    app,
    otherApp,
    etags,
    keyed,
    before,
    detector: createLeakDetector(await readStoredData(), victim.userId, victim.marker),
    sent,
    sendAsOther: (request, url = platform.url) => {
      const id = `other-${sent.size}`;
      sent.set(id, textOf(request));
      return send(url, { ...request, headers: { ...request.headers, 'x-request-id': id } });
    },
  };
}

/** Sends each write except deletions with KEY, so that the attacker can try to get the stored response. */
async function sendKeyedWrites(platform: Platform, account: Account): Promise<Map<NamedRoute, Parts>> {
  const keyed = new Map<NamedRoute, Parts>();
  for (const named of accountRoutes.filter(({ route }) => !['GET', 'DELETE'].includes(route.method))) {
    const parts = validRequest(named, account);
    await sendKeyed(platform, account, named, parts);
    keyed.set(named, parts);
  }
  return keyed;
}

/**
 * Lets the operator create records with KEY, and import one line of each kind with KEY as its
 * import key.
 */
async function sendOperatorKeys(platform: Platform, account: Account): Promise<void> {
  for (const named of operatorCreations) await sendKeyed(platform, account, named, validRequest(named, account));
  for (const named of importRoutes) {
    const line = { ...lineOf(creationOf(named), account), import_key: KEY };
    const sendAsOther = (sent: Sent, url = platform.url) => send(url, sent);
    const { answer, items } = await importLines({ platform, sendAsOther }, named, account, [line]);
    if (items[0]?.result !== 'created') throw new Error(`${titleOf(named)} of an own record: ${answer.text}`);
  }
}

async function sendKeyed(platform: Platform, account: Account, named: NamedRoute, parts: Parts): Promise<void> {
  const { status, text } = await sendAs(platform, account, named, { ...parts, headers: { 'idempotency-key': KEY } });
  const isExpected = status === 200 || !(200 in named.route.responses);
  if (!isExpected) throw new Error(`${titleOf(named)} of an account's own records answered ${status}: ${text}`);
}

/** Sends a request of an account, or an operator request about the account. */
async function sendAs(platform: Platform, account: Account, named: NamedRoute, parts: Parts): Promise<Answer> {
  const isOperator = isOperatorRoute(named);
  const authorization = isOperator ? await platform.operatorToken(named.service) : account.credentials.app;
  const url = isOperator ? platform.services[named.service] : platform.url;
  return send(url, render(named.route, { ...parts, headers: { ...parts.headers, authorization } }));
}

/** Reads all lists and records of an account, so that caches contain them. @returns the ETags. */
async function readEverything(platform: Platform, account: Account): Promise<Map<string, string>> {
  const etags = new Map<string, string>();
  for (const named of [...accountRoutes, ...operatorAccountRoutes].filter(({ route }) => route.method === 'GET')) {
    const answer = await sendAs(platform, account, named, validRequest(named, account));
    const { status, text } = answer;
    if (status !== 200) throw new Error(`${titleOf(named)} of an account's own records answered ${status}: ${text}`);
    if (answer.headers.etag !== undefined) etags.set(titleOf(named), answer.headers.etag);
  }
  return etags;
}
