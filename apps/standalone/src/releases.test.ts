import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { createLogger } from '@keyhaven/service/observability/logger';
import { until } from '@keyhaven/testing/until';
import { type Platform, startPlatform } from './platform';
import { lastingPart, RELEASE_FILE, type ReleaseData, releaseData } from './testing/release/release-data';

const folderOfReleases = path.resolve(__dirname, '../../../docs/releases');
const archiveOf = (version: string) => path.join(folderOfReleases, version, 'data.tar.gz');
const releases = readdirSync(folderOfReleases).filter((version) => existsSync(archiveOf(version)));

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

describe.each(releases)('this version with the data of release %s', (version) => {
  let folder: string;
  let platform: Platform;
  let bundle: Awaited<ReturnType<typeof bundleForTest>>;
  let release: ReleaseData;

  const answer = async (response: Response) => ({ status: response.status, body: (await response.json()) as any });
  const call = async (target: string, body?: object) => {
    const headers = { authorization: `Bearer ${release.accessToken}`, 'content-type': 'application/json' };
    const method = body ? 'POST' : 'GET';
    return answer(await fetch(platform.url + target, { method, headers, body: body && JSON.stringify(body) }));
  };
  const operate = async (service: keyof Platform['services'], target: string) => {
    const headers = { authorization: `Bearer ${await platform.sign({ audience: service, scope: 'service' })}` };
    const url = `${platform.services[service]}/operator/accounts/${release.userId}${target}`;
    return answer(await fetch(url, { headers }));
  };

  beforeAll(async () => {
    folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-release-'));
    execFileSync('tar', ['-xzf', archiveOf(version), '-C', folder]);
    release = releaseData.parse(JSON.parse(readFileSync(path.join(folder, RELEASE_FILE), 'utf8')));
    bundle = await bundleForTest('worker');
    // Starting the platform runs the migrations.
    platform = await startPlatform({
      folder,
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('release', 'silent'),
      workerFile: path.join(bundle.folder, 'worker.js'),
    });
  }, 120_000);
  afterAll(async () => {
    await platform?.stop();
    await bundle?.remove();
    rmSync(folder, { recursive: true, force: true });
  });

  it('finds the version number of the release in the data', () => expect(release.version).toBe(version));

  it('delivers the events that the release had not yet published', async () => {
    const { threadId, firstName } = release.pending;
    await until(async () => {
      const { body } = await call(`/v2/messages?thread_id=${threadId}`);
      return body.guest?.first_name === firstName;
    }, 30_000);
  }, 40_000);

  it('returns the same records as the release did', async () => {
    const { guestId, firstName } = release.pending;
    expect(release.reads.length).toBeGreaterThan(25);
    for (const read of release.reads) {
      const { status, body } = read.service ? await operate(read.service, read.path) : await call(read.path);
      expect([read.path, status]).toEqual([read.path, 200]);
      const expected = lastingPart(read);
      if (read.path === '/v2/guests') renamed(expected, guestId, firstName);
      expect(lastingPart({ ...read, body })).toMatchObject(expected as object);
    }
  });

  it('accepts a new booking, and refuses a booking for nights that are taken in the data of the release', async () => {
    const stay = { property_id: release.propertyId, adults: 1 };
    const made = await call('/v2/bookings', { ...stay, arrival: day(300), departure: day(303) });
    expect([made.status, made.body.messages]).toEqual([200, undefined]);
    expect((await call(`/v2/bookings/${made.body.id}`)).body).toEqual(made.body);
    const { items } = release.reads.find((read) => read.path === '/v2/bookings')!.body as {
      items: { arrival: string; departure: string }[];
    };
    const { arrival, departure } = items[0]!;
    const taken = await call('/v2/bookings', { ...stay, arrival, departure });
    expect([taken.status, taken.body.status]).toEqual([409, 'nights_taken']);
  });
});

/**
 * Renames a guest in a recorded response, because the guest was renamed only after the response was recorded.
 * Removes `updated_utc`, which the renaming changed.
 */
function renamed(page: unknown, guestId: number, first_name: string): void {
  const guest = (page as { items: { id: number; updated_utc?: string }[] }).items.find(({ id }) => id === guestId)!;
  Object.assign(guest, { first_name });
  delete guest.updated_utc;
}
