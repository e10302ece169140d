import { attackWithReadScope, attackWithWrongCredentials } from './attack-credentials';
import { attackWithForeignIds } from './attack-foreign-ids';
import { attackImports } from './attack-imports';
import { attackPageInputs } from './attack-page-inputs';
import { attackOwnersPages } from './attack-page-roles';
import { attackPages } from './attack-pages';
import { attackWithKeysAndETags } from './attack-replays';
import { insideRequest, sendToService } from './attack-services';
import { importRoutes, insideRoutes, operatorAccountRoutes } from './inside-routes';
import { accountRoutes, titleOf } from './public-routes';
import { readLists, readOwn } from './read-own';
import { newReport, type Report } from './report';
import { leaveOutAccount } from './sabotage';
import type { ServiceToken } from './service-tokens';
import { signIn } from './sign-in-pages';
import { differences, documentsOf, readStoredData, settledDocumentsOf } from './stored-data';
import type { TwoAccounts } from './two-accounts';
import { leaksInEntries, leaksInLog, namesInMetrics } from './watch-outside';

/** Tests that each part of the isolation tests detects the faults that it looks for. */
export function describeControls(accounts: () => TwoAccounts): void {
  describe('the isolation tests', () => {
    const guestRoutes = accountRoutes.filter((named) => /^(GET|PATCH) \/v2\/guests\/:id$/.test(titleOf(named)));

    const withoutAccount = (attack: () => Promise<Report>, collection = 'guests') => {
      const endSabotage = leaveOutAccount(collection);
      return attack().finally(endSabotage);
    };

    it('detect queries for single records without a filter by account', async () => {
      const { userId, ids } = accounts().victim;
      const before = documentsOf(await readStoredData(), userId);
      const { faults } = await withoutAccount(() => attackWithForeignIds(accounts(), guestRoutes));
      for (const title of guestRoutes.map((named) => `${titleOf(named)} with the guest of another account`)) {
        const ofRoute = faults.filter((fault) => fault.startsWith(title));
        expect(ofRoute).toContainEqual(expect.stringContaining('answered 200'));
        expect(ofRoute).toContainEqual(expect.stringContaining(`shows ${ids.guest}`));
        expect(ofRoute).toContainEqual(expect.stringContaining('differs from that to an unknown id'));
      }
      const changed = differences(before, await settledDocumentsOf(userId));
      expect(changed).toContainEqual(expect.stringContaining(`keyhaven_booking guests ${ids.guest} was`));
    });

    it('detect queries for lists and for Idempotency-Keys without a filter by account', async () => {
      const [list, creation] = ['GET /v2/guests', 'POST /v2/guests'].map((title) =>
        accountRoutes.filter((named) => titleOf(named) === title),
      );
      const lists = await withoutAccount(() => readOwn(accounts(), list));
      expect(lists.faults).toContainEqual(expect.stringContaining(`shows ${accounts().victim.ids.guest}`));
      const ofEmpty = await withoutAccount(() => readLists(accounts()));
      expect(ofEmpty.faults).toContainEqual(expect.stringMatching(/^GET \/v2\/guests lists/));
      const replays = await withoutAccount(() => attackWithKeysAndETags(accounts(), creation));
      expect(replays.faults).toContainEqual(expect.stringContaining('with the key of another account shows'));
    });

    it('detect routes that accept wrong credentials', async () => {
      const { app, personal } = accounts().victim.credentials;
      const reads = accountRoutes.filter(({ route }) => route.method === 'GET');
      const { faults } = await attackWithWrongCredentials(accounts(), { accepted: app }, reads);
      expect(faults.filter((fault) => fault.includes('answered 200')).length).toBe(reads.length);
      const onGuests = accountRoutes.filter((named) => titleOf(named) === 'PATCH /v2/guests/:id');
      const withFullScope = await attackWithReadScope(accounts(), [personal], onGuests);
      expect(withFullScope.faults).toContainEqual(expect.stringContaining('answered 200'));
    });

    it('detect operator routes whose queries have no filter by account', async () => {
      const title = 'GET /operator/accounts/:user_id/threads/:id';
      const reads = operatorAccountRoutes.filter((named) => titleOf(named) === title);
      const { faults } = await withoutAccount(() => attackWithForeignIds(accounts(), reads), 'threads');
      expect(faults).toContainEqual(expect.stringContaining('answered 200'));
      expect(faults).toContainEqual(expect.stringContaining(`shows ${accounts().victim.ids.thread}`));
      const messages = importRoutes.filter(({ name }) => name === 'importMessages');
      const lines = await withoutAccount(() => attackImports(accounts(), messages), 'threads');
      expect(lines.faults).toContainEqual(expect.stringMatching(/thread of another account in thread_id: .*"created"/));
    });

    it('detect pages whose queries have no filter by account', async () => {
      const visit = await signIn(accounts(), accounts().attacker);
      const page = (path: string) => ({ method: 'GET', path, access: 'people' }) as const;
      const one = await withoutAccount(() => attackPages(accounts(), [page('/portal/bookings/:id')], visit), 'stays');
      expect(one.faults).toContainEqual(expect.stringContaining('differs from that to an unknown id'));
      const search = [page('/portal/bookings')];
      const list = await withoutAccount(() => attackPageInputs(accounts(), search, visit), 'stays');
      const title = 'GET /portal/bookings with the text of another account in q';
      expect(list.faults).toContainEqual(expect.stringContaining(title));
      const member = await signIn(accounts(), accounts().attacker);
      const ofOwners = [{ ...page('/portal/people'), access: 'owners' }];
      const { faults } = await attackOwnersPages(accounts(), ofOwners, member);
      expect(faults).toContainEqual(expect.stringContaining('answered 200'));
    });

    it('detect unclassified path parameters of pages', async () => {
      const visit = await signIn(accounts(), accounts().attacker);
      const renamed = { method: 'GET', path: '/portal/bookings/:id', access: 'people' } as const;
      await expect(attackPages(accounts(), [{ ...renamed, path: '/portal/rooms/:id' }], visit)).rejects.toThrow(
        'cannot tell whose id id of the page /portal/rooms/:id is',
      );
    });

    it('detect ids and texts in the labels of metrics, and data in the request log that the request did not send', () => {
      const { victim, detector } = accounts();
      const metrics = `requests_total{account="${victim.userId}",name="${victim.marker}"} 5160001000`;
      expect(namesInMetrics(metrics, [victim.marker])).toEqual([String(victim.userId), victim.marker]);
      const sent = new Map([['control', `GET /v2/guests/${victim.ids.guest}`]]);
      const entry = (text: string) => ({ request_id: 'control', text });
      const entries = [entry(`no guest ${victim.ids.guest}`), entry(`a guest of ${victim.ids.owner}`)];
      expect(leaksInEntries({ sent, detector }, entries)).toEqual([
        expect.stringContaining(`shows ${victim.ids.owner}`),
      ]);
    });

    it('detect operator routes that accept a token that must be refused', async () => {
      const token: ServiceToken = {
        name: "the operator's token",
        token: ({ platform }, service) => platform.signers.operator({ audience: service, scope: 'service' }),
      };
      const named = insideRoutes.find(({ route }) => titleOf({ route }) === 'GET /operator/accounts/:user_id/seasons')!;
      const [report, sent] = [newReport('control', [named]), insideRequest(accounts(), named)];
      await sendToService(accounts(), report, { named, sent, token, status: 401 });
      expect(report.faults).toContainEqual(expect.stringContaining('answered 200'));
    });

    it('detect log lines with data that the request did not send', () => {
      const { victim, detector } = accounts();
      const sent = new Map([['control', `GET /v2/guests/${victim.ids.guest}`]]);
      const lineOf = (more: object) => JSON.stringify({ request_id: 'control', ...more });
      const lines = [lineOf({ guest: Number(victim.ids.guest) }), lineOf({ owner: Number(victim.ids.owner) })];
      expect(leaksInLog({ sent, detector }, lines)).toEqual([expect.stringContaining(`shows ${victim.ids.owner}`)]);
    });
  });
}
