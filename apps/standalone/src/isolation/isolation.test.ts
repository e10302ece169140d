import { pageAreas } from '@keyhaven/portal/page-areas';
import { connectServices } from '@keyhaven/portal/services/portal-services';
import { casesOf } from '@keyhaven/testing/sample';
import { attackAuthorization, expectedOf } from './testing/attack-apps';
import { attackAsOperator, repeatOperatorKeys } from './testing/attack-as-operator';
import { attackWithReadScope, attackWithWrongCredentials, wrongCredentials } from './testing/attack-credentials';
import { attackWithForeignIds } from './testing/attack-foreign-ids';
import { attackWithHeaders } from './testing/attack-headers';
import { attackImports } from './testing/attack-imports';
import { attackPageInputs } from './testing/attack-page-inputs';
import { addMember, attackOwnersPages } from './testing/attack-page-roles';
import { attackPages } from './testing/attack-pages';
import { attackWithKeysAndETags } from './testing/attack-replays';
import { attackInsideRoutes, attackPublicRoutes, attackThroughGateway } from './testing/attack-services';
import { attackTryPages } from './testing/attack-try-pages';
import { attackUniqueNames } from './testing/attack-unique-names';
import { describeControls } from './testing/describe-controls';
import { describeOpenRoutes } from './testing/describe-open-routes';
import { send } from './testing/http-client';
import { importRoutes, insideRoutes, operatorAccountRoutes, operatorCreations } from './testing/inside-routes';
import { listenToChanges } from './testing/listen-to-changes';
import { accountRoutes, type NamedRoute } from './testing/public-routes';
import { readLists, readOwn } from './testing/read-own';
import { print, printTotal, type Report } from './testing/report';
import { signIn } from './testing/sign-in-pages';
import { differences, settledDocumentsOf } from './testing/stored-data';
import { startTwoAccounts, type TwoAccounts } from './testing/two-accounts';
import { leaksInEvents, leaksInLog, leaksInMetrics, leaksInRequestLog, leaksInWebhooks } from './testing/watch-outside';

/** Some tests send thousands of requests. */
jest.setTimeout(300_000);

/**
 * All tests share this platform, and must run in this order. The victim itself sends no requests while other accounts
 * attack.
 */
let accounts: TwoAccounts;
/** The routes about one account, both for clients and for the operator. */
const ownRoutes = [...accountRoutes, ...operatorAccountRoutes];
/**
 * The routes that are attacked with the ids of the other account and with wrong credentials. A
 * short run attacks a random quarter of them.
 */
const attacked = {
  public: quarterOf(accountRoutes),
  operator: quarterOf(operatorAccountRoutes),
  inside: quarterOf(insideRoutes),
};
/** How many lines the log had when the attacks began. */
let logged: number;
beforeAll(async () => {
  accounts = await startTwoAccounts();
  logged = accounts.platform.log.length;
});
afterAll(async () => {
  printTotal(reports);
  await accounts?.stop();
});

const reports: Report[] = [];

function quarterOf(routes: readonly NamedRoute[]): NamedRoute[] {
  return casesOf(routes, Math.ceil(routes.length / 4));
}

/**
 * Expects that there are no faults, and that at least `atLeast` attacks were tried. Prints the
 * figures.
 */
function expectSafe(report: Report, atLeast: number, what: string): void {
  print(report, what);
  reports.push(report);
  expect(report.faults).toEqual([]);
  expect(report.tried).toBeGreaterThanOrEqual(atLeast);
}

describe('an account that attacks another account', () => {
  it('finds no data of the other account in its own lists and records', async () => {
    expectSafe(await readOwn(accounts, ownRoutes), 50, 'requests');
  });

  it('finds only empty lists while it has no records', async () => {
    expectSafe(await readLists(accounts), 20, 'requests');
  });

  it('reads no data of the other account by sending headers that refer to that account', async () => {
    expectSafe(await attackWithHeaders(accounts), 100, 'requests');
  });

  it('gets the same response for an id of the other account as for an unknown id, on every public route', async () => {
    const report = await attackWithForeignIds(accounts, attacked.public);
    expectSafe(report, attacked.public.length, 'pairs of a place for an id and a variant');
  });

  it('gets no response of the other account by reusing the Idempotency-Keys and ETags of that account', async () => {
    expectSafe(await attackWithKeysAndETags(accounts), accounts.etags.size + 1, 'requests');
  });

  it('gets the same response for an id of the other account as for an unknown id, on every page and form of the portal', async () => {
    const { signers, url } = accounts.platform;
    const services = connectServices({ sign: signers.portal, urlOf: () => url });
    const routes = pageAreas(services);
    await services.close();
    const asOwner = await signIn(accounts, accounts.attacker);
    expectSafe(await attackPages(accounts, routes, asOwner), 20, 'pairs of a page and ids');
    expectSafe(await attackPageInputs(accounts, routes, asOwner), 10, 'pairs of a page and a parameter');
    // One of the forms has ended the person's other sessions, so sign in again.
    expectSafe(await attackTryPages(accounts, await signIn(accounts, accounts.attacker)), 50, 'forms');
    const asMember = await signIn(accounts, await addMember(accounts));
    const ofPeople = routes.filter(({ access }) => access === 'people');
    expectSafe(await attackPages(accounts, ofPeople, asMember), 2, 'pairs of a page and ids, by a member');
    expectSafe(await attackOwnersPages(accounts, routes, asMember), 20, 'pairs of a page and whose ids, by a member');
  });

  it('learns nothing if the operator sends ids of the other account, which are treated like unknown ids', async () => {
    const report = await attackAsOperator(accounts, attacked.operator);
    expectSafe(report, attacked.operator.length, 'pairs of a place for an id and a variant');
  });

  it('cannot use client ids and e-mail addresses of the other account for its own records', async () => {
    const { outcomes, leaks } = await attackUniqueNames(accounts);
    expect(outcomes).toEqual(expectedOf(outcomes));
    expect(leaks).toEqual([]);
  });

  it('gets no response of the other account if the operator uses the same Idempotency-Key or import key for both accounts', async () => {
    expectSafe(await repeatOperatorKeys(accounts), operatorCreations.length, 'requests');
    expectSafe(await attackImports(accounts), importRoutes.length, 'pairs of a place for an id in a line');
  });

  it('finds no data of the other account in its own lists and records even after all attacks', async () => {
    // The request log is left out, because it contains the ids that the attacker sent.
    const routes = ownRoutes.filter(({ route }) => !route.path.startsWith('/v2/requestlog'));
    // The operator has deleted some of the attacker's records.
    expectSafe(await readOwn(accounts, routes, [200, 404]), 50, 'requests');
  });

  it('finds only its own requests in its request log', async () => {
    const { entries, leaks } = await leaksInRequestLog(accounts);
    expect(entries).toBeGreaterThan(accountRoutes.length);
    expect(leaks).toEqual([]);
  });

  it('finds no data of the other account in its events and webhooks', async () => {
    expect(await leaksInEvents(accounts)).toEqual([]);
    expect(await leaksInWebhooks(accounts)).toEqual([]);
  });

  it('puts no data of the other account into the log or the metrics', async () => {
    const lines = accounts.platform.log.slice(logged);
    expect(lines.length).toBeGreaterThan(accounts.sent.size);
    expect(leaksInLog(accounts, lines)).toEqual([]);
    expect(await leaksInMetrics(accounts)).toEqual([]);
  });

  it('changes nothing in the other account', async () => {
    const { before, victim, detector } = accounts;
    expect(detector.size).toBeGreaterThan(Object.keys(victim.ids).length);
    expect(differences(before, await settledDocumentsOf(victim.userId))).toEqual([]);
  });
});

describe('a request with wrong credentials', () => {
  it('is refused on every public route', async () => {
    const wrong = await wrongCredentials(accounts);
    const pairs = attacked.public.length * Object.keys(wrong).length;
    const report = await attackWithWrongCredentials(accounts, wrong, attacked.public);
    expectSafe(report, pairs, 'pairs of a route and credentials');
  });

  it('is refused on every route that needs the scope full if the credentials have only the scope read', async () => {
    const { readOnly, personalReadOnly } = accounts.victim.credentials;
    expectSafe(
      await attackWithReadScope(accounts, [readOnly, personalReadOnly]),
      1,
      'pairs of a route and credentials',
    );
  });

  it('is refused on every public route if it is sent directly to the service', async () => {
    const report = await attackPublicRoutes(accounts, attacked.public);
    expectSafe(report, attacked.public.length, 'pairs of a route and a token');
  });
});

describe('operator and internal routes', () => {
  it('cannot be reached through the gateway', async () => {
    const report = await attackThroughGateway(accounts, attacked.inside);
    expectSafe(report, attacked.inside.length, 'spellings with credentials');
  });

  it('refuse tokens of clients, tokens for another service, and tokens of issuers without access', async () => {
    const report = await attackInsideRoutes(accounts, attacked.inside);
    expectSafe(report, attacked.inside.length, 'pairs of a route and a token');
  });

  it('do not include health and metrics, which have ports of their own', async () => {
    const { url, services } = accounts.platform;
    for (const face of [url, ...Object.values(services)]) {
      for (const target of ['/metrics', '/livez', '/readyz']) {
        const { status } = await send(face, { target });
        expect([face, target, status]).toEqual([face, target, face === services.portal ? 401 : 404]);
      }
    }
  });
});

it('requests with wrong credentials and requests to operator and internal routes have changed nothing in the attacked account', async () => {
  const faults = differences(accounts.before, await settledDocumentsOf(accounts.victim.userId));
  // Requests with the account's own read-only tokens add entries to its request log, and update the
  // time of the token's last use.
  expect(faults.filter((fault) => !/^keyhaven_identity (request_chunks|tokens) /.test(fault))).toEqual([]);
});

describeOpenRoutes(() => accounts);
describeControls(() => accounts);

it('an account receives no changes of another account in its stream, its event log and its webhooks', async () => {
  const { changes, stream, log, webhooks, detector } = await listenToChanges(accounts);
  expect(changes).toBeGreaterThan(5);
  for (const received of [stream, log, webhooks]) expect(detector.leaksIn(received)).toEqual([]);
  const own = await listenToChanges(accounts, accounts.victim);
  for (const received of [own.stream, own.log, own.webhooks]) expect(own.detector.leaksIn(received)).not.toEqual([]);
});

// This must be the last test, because the attacker has no tokens of the app afterwards.
it('an account that revokes its authorization of an app does not revoke the authorization of another account', async () => {
  const outcomes = await attackAuthorization(accounts);
  expect(outcomes).toEqual(expectedOf(outcomes));
});
