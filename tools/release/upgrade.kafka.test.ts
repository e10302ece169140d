import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ServiceName, serviceNames } from '@keyhaven/contracts/platform/services';
import { tokenSignerFromFile } from '@keyhaven/service/auth/signer-from-file';
import { createTokenSigner, type TokenSigner } from '@keyhaven/service/auth/token-signer';
import { RELEASE_FILE, type ReleaseData, releaseData } from '@keyhaven/standalone/testing/release/release-data';
import { freePort } from '@keyhaven/testing/free-ports';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';
import type { JWK } from 'jose';
import { prepareKeys, removeOldKeys, useNewKeys } from '../keys/replace-keys';
import { ProcessTree } from '../processes/process-tree';
import { type RunningProcesses, startPlatformProcesses } from '../processes/start-platform';
import { keepWriting } from './testing/keep-writing';
import { buildPreviousRelease } from './testing/previous-release';

const root = path.resolve(__dirname, '../..');
const REPLICAS: Partial<Record<ServiceName, number>> = { booking: 2, webhook: 2 };
const replicasOf = (name: ServiceName) => REPLICAS[name] ?? 1;

describeWithKafka(
  'an upgrade of all services from the previous release, one process after another',
  'any',
  (source) => {
    const tree = new ProcessTree();
    const lines: string[] = [];
    /** The names of the processes that run the current version. All others run the previous release. */
    const upgraded = new Set<string>();
    let kafka: KafkaForTests;
    let folder: string;
    let release: ReleaseData;
    let platform: RunningProcesses;

    const call = async (target: string) => {
      const response = await fetch(platform.url + target, {
        headers: { authorization: `Bearer ${release.accessToken}` },
      });
      return (await response.json()) as any;
    };
    async function allItems(target: string): Promise<any[]> {
      const page = await call(target);
      const next = page.next_page_url as string | null;
      return next ? [...page.items, ...(await allItems(next.slice(next.indexOf('/v2/'))))] : page.items;
    }
    /** All events of bookings in the event log, oldest first. */
    async function bookingEvents(): Promise<any[]> {
      const events: any[] = [];
      for (let after = ''; ;) {
        const page = await call(`/v2/events?types=booking&limit=1000${after}`);
        events.push(...page.items);
        if (!page.has_more) return events;
        after = `&after=${page.next_cursor}`;
      }
    }

    beforeAll(async () => {
      execFileSync(process.execPath, ['tools/build/bundle.mjs', 'embedded-mongo', ...serviceNames], { cwd: root });
      folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-upgrade-'));
      const previous = buildPreviousRelease(folder);
      process.stdout.write(`the upgrade starts from ${previous.name}\n`);
      execFileSync('tar', ['-xzf', previous.data, '-C', folder]);
      release = releaseData.parse(JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8')));
      kafka = await startKafkaForTests(source);
      process.env.KAFKA_BROKERS = kafka.brokers.join(',');
      // The platform starts an embedded database on the release's data, so it must not use
      // MONGODB_URI.
      delete process.env.MONGODB_URI;
      platform = await startPlatformProcesses({
        tree,
        folder,
        port: String(await freePort()),
        replicasOf,
        programOf: (name, process_) => {
          const old = path.join(previous.bundles, 'apps', name, 'main.js');
          // A service that the previous release does not have runs the current version from the start.
          const isOld = !upgraded.has(process_) && existsSync(old);
          return isOld ? old : path.join(root, 'dist/apps', name, 'main.js');
        },
        report: (line) => void lines.push(line),
      });
    }, 400_000);
    afterAll(async () => {
      await tree.stop();
      await kafka?.stop();
      rmSync(folder, { recursive: true, force: true });
    }, 120_000);

    /** Stops a process of the previous release, and starts the current version in its place. */
    async function upgrade(name: ServiceName, replica: number): Promise<void> {
      const label = replicasOf(name) === 1 ? name : `${name}-${replica + 1}`;
      upgraded.add(label);
      await platform.restart(name, replica);
      await until(() => lines.includes(`${label} runs again`), 120_000);
    }

    it('loses no acknowledged booking, and creates no booking twice', async () => {
      const clients = keepWriting(platform.url, release.accessToken, release.propertyId, 3);
      await clients.more(5);
      for (const name of serviceNames) {
        for (let replica = 0; replica < replicasOf(name); replica++) {
          await upgrade(name, replica);
          // After the first of two replicas is upgraded, the previous release and the current version work on the same
          // data.
          await clients.more(4);
        }
      }
      await clients.stop();
      const { acknowledged } = clients;
      process.stdout.write(`${acknowledged.size} bookings, ${clients.repeated()} repeated attempts\n`);

      const written = (await allItems('/v2/bookings?limit=1000')).filter(({ title }) =>
        String(title).startsWith('upgrade '),
      );
      const shown = written.map(({ id, title, status }) => ({ id, title, status }));
      const byId = (a: { id: number }, b: { id: number }) => a.id - b.id;
      expect(shown.sort(byId)).toEqual([...acknowledged.values()].sort(byId));

      const creations = (events: any[]) =>
        events.filter(({ action, entity_id }) => action === 'entity_create' && acknowledged.has(entity_id as number));
      const lastStates = (events: any[]) => new Map(events.map(({ entity_id, entity }) => [entity_id, entity]));
      const isComplete = (events: any[]) =>
        [...acknowledged.values()].every(({ id, title, status }) => {
          const last = lastStates(events).get(id);
          return last?.title === title && last?.status === status;
        });
      let events: any[] = [];
      await until(async () => isComplete((events = await bookingEvents())), 120_000);
      expect(
        creations(events)
          .map(({ entity_id }) => entity_id as number)
          .sort((a, b) => a - b),
      ).toEqual([...acknowledged.keys()].sort((a, b) => a - b));
      expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
    }, 400_000);

    it('allows all keys to be replaced without a refused token, and then refuses the old keys', async () => {
      const keys = path.join(folder, 'keys');
      const oldKey = JSON.parse(readFileSync(path.join(keys, 'operator.json'), 'utf8')) as JWK;
      const known = readFileSync(path.join(keys, 'public.json'), 'utf8');
      const issuers = [
        ...new Set((JSON.parse(known) as { keys: { issuer: string }[] }).keys.map(({ issuer }) => issuer)),
      ];
      const clients = keepWriting(platform.url, release.accessToken, release.propertyId, 2, 1500);
      await prepareKeys(keys, issuers);
      // Wait until all processes have read the new public keys, which takes at most two seconds.
      await sleep(4000);
      await useNewKeys(keys, 0);
      // A process that starts uses its new key immediately.
      await upgrade('fees', 0);
      // Running processes ignore a changed key file for two minutes. Make the private keys look older than that.
      const old = (Date.now() - 300_000) / 1000;
      for (const issuer of issuers) utimesSync(path.join(keys, `${issuer}.json`), old, old);
      // A process uses a token for 30 seconds. After that, every request has a token that was
      // signed with a new key.
      await sleep(40_000);
      expect(await removeOldKeys(keys, 0)).toHaveLength(issuers.length);
      await clients.more(10);
      await sleep(4000);
      await clients.more(10);
      await clients.stop();
      process.stdout.write(`${clients.repeated()} repeated attempts while the keys were replaced\n`);
      // A service that cannot verify a token responds with 401, to clients or to other services.
      const refused = readdirSync(folder).flatMap((name) =>
        name.endsWith('.log') ? (readFileSync(path.join(folder, name), 'utf8').match(/.*"status":401.*/g) ?? []) : [],
      );
      expect(refused).toEqual([]);
      const statusWith = async (sign: TokenSigner) => {
        const headers = { authorization: `Bearer ${await sign({ audience: 'booking', scope: 'service' })}` };
        return (await fetch(`${platform.urls.booking}/operator/resync`, { headers })).status;
      };
      const newSign = await tokenSignerFromFile('operator', path.join(keys, 'operator.json'));
      const oldSign = await createTokenSigner('operator', oldKey);
      // If the operator's token is accepted, the response is a 404, because no resync has run.
      expect([await statusWith(newSign), await statusWith(oldSign)]).toEqual([404, 401]);
    }, 200_000);

    it('keeps the bookings of the previous release, and refuses new bookings for their nights', async () => {
      const { body } = release.reads.find((read) => read.path === '/v2/bookings')! as { body: any };
      const [{ id, arrival, departure }] = body.items;
      expect(await call(`/v2/bookings/${id}`)).toMatchObject({ id, arrival, departure });
      const headers = { authorization: `Bearer ${release.accessToken}`, 'content-type': 'application/json' };
      const again = JSON.stringify({ property_id: release.propertyId, adults: 1, arrival, departure });
      const answer = await fetch(`${platform.url}/v2/bookings`, { method: 'POST', headers, body: again });
      expect(answer.status).toBe(409);
    });
  },
);
