import path from 'node:path';
import { VERSION } from '@keyhaven/contracts/platform/version';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { writeJson } from '@keyhaven/service/data-folder/data-folder';
import { until } from '@keyhaven/testing/until';
import { dates, type PlatformForClients, startPlatformForClients } from '../platform-for-clients';
import { leavePending } from './leave-pending';
import { RELEASE_FILE, type RecordedRead, type ReleaseData } from './release-data';

const FIRST_NAME = 'Renamed';

/**
 * Fills a data folder with a record of each kind and a change that is not published, for the tests of later versions.
 * @param folder an empty folder.
 */
export async function writeReleaseData(folder: string): Promise<void> {
  const platform = await startPlatformForClients(folder);
  const { userId, accessToken, ids } = platform;
  const pending = await writeMoreRecords(platform);
  const reads = await readAll(platform);
  await platform.stop();
  const bundle = await bundleForTest('worker');
  await leavePending(folder, path.join(bundle.folder, 'worker.js'), {
    userId,
    guestId: pending.guestId,
    firstName: FIRST_NAME,
  });
  await bundle.remove();
  const data: ReleaseData = {
    version: VERSION,
    userId,
    accessToken,
    propertyId: ids.property!,
    reads,
    pending: { ...pending, firstName: FIRST_NAME },
  };
  await writeJson(folder, RELEASE_FILE, data);
}

/**
 * Creates records of the kinds that startPlatformForClients does not create. @returns the ids of a
 * guest, and of a thread that shows the guest's name.
 */
async function writeMoreRecords({ call, operate, ids, receiver }: PlatformForClients) {
  const id = async (answering: ReturnType<PlatformForClients['call']>) => {
    const { status, text, body } = await answering;
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
    return (body as { id: number }).id;
  };
  const post = (target: string, body: object) => id(call(target, { method: 'POST', body }));
  const make = (service: 'booking' | 'fees' | 'pricing' | 'messaging', target: string, body: object) =>
    id(operate(service, target, { method: 'POST', body }));
  const property_id = ids.property!;
  ids.block = await post('/v2/bookings', {
    property_id,
    arrival: dates.free,
    departure: dates.freeUntil,
    is_block: true,
  });
  const rate = { property_id, date: dates.date, currency: 'USD', amount: 150, min_nights: 2 };
  const rates = await call('/v2/spotrates', { method: 'PATCH', body: [rate] });
  if (rates.status !== 200) throw new Error(`answered ${rates.status}: ${rates.text}`);
  await post('/v2/webhooksubscriptions', { type: 'owner', webhook_url: receiver });
  await post('/v2/fielddefinitions', { name: 'Gate', code: 'gate', type: 'text' });
  await post('/v2/tags', { entity_type: 'booking', entity_id: ids.booking, name: 'Quiet' });
  ids.tax = await make('fees', '/taxes', { property_id, description: 'City tax', mode: 'percent', percent: 5 });
  ids.holiday = await make('pricing', '/holidays', { name: 'New Year', from: '01-01' });
  const guestId = await post('/v2/guests', { first_name: 'Grace', last_name: 'Lee' });
  const threadId = await make('messaging', '/threads', { guest_id: guestId, channel: 'vrbo' });
  // The thread shows the guest's name when messaging has consumed the event about the guest.
  await until(async () => (await call(`/v2/messages?thread_id=${threadId}`)).body?.guest?.first_name === 'Grace');
  // The booking shows its totals when the booking service has consumed finance's event with them.
  await until(async () => (await call(`/v2/bookings/${String(ids.booking)}`)).body?.total_host_fees === 2);
  return { guestId, threadId };
}

/** Reads all records. */
async function readAll({ call, operate, ids }: PlatformForClients): Promise<RecordedRead[]> {
  const lists = ['bookings', 'properties', 'guests', 'owners', 'quotes', 'surcharges', 'discounts', 'listing_sites'];
  const more = ['seasons', 'spotrates', 'payments', 'refunds', 'fees', 'deposits', 'webhooksubscriptions'];
  const definitions = ['tagdefinitions', 'fielddefinitions'];
  const publicPaths = [
    ...[...lists, ...more, ...definitions].map((list) => `/v2/${list}`),
    ...[
      '/v2/users/me',
      `/v2/messages?thread_id=${String(ids.thread)}`,
      `/v2/messages/${String(ids.message)}`,
      '/announcements',
    ],
    ...[
      `/v2/bookings/${String(ids.booking)}`,
      `/v2/bookings/${String(ids.block)}`,
      `/v2/properties/${String(ids.property)}`,
    ],
    ...[`/v2/quotes/${String(ids.quote)}`, `/v1/bookings/${String(ids.booking)}`, `/v1/quotes/${String(ids.quote)}`],
    `/v2/tags?entity_type=property&entity_id=${String(ids.property)}`,
  ];
  const operatorPaths = [
    ['fees', `/taxes/${String(ids.tax)}`],
    ['pricing', `/holidays/${String(ids.holiday)}`],
    ['pricing', `/properties/${String(ids.property)}/pricing`],
    ['booking', `/properties/${String(ids.property)}`],
    ['messaging', `/threads/${String(ids.thread)}`],
  ] as const;
  const reads: RecordedRead[] = [];
  for (const target of publicPaths) reads.push({ service: null, path: target, body: await answered(call(target)) });
  for (const [service, target] of operatorPaths) {
    reads.push({ service, path: target, body: await answered(operate(service, target)) });
  }
  return reads;
}

async function answered(answering: ReturnType<PlatformForClients['call']>): Promise<unknown> {
  const { status, text, body } = await answering;
  if (status !== 200) throw new Error(`answered ${status}: ${text}`);
  return body as unknown;
}
