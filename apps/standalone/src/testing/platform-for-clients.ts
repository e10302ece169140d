import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import type { DataServiceName } from '@keyhaven/contracts/platform/services';
import { createDemoAccount } from '@keyhaven/demo-data/loading/create-demo-account';
import { bundleForTest } from '@keyhaven/embedded-mongo/bundle-for-test';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import { until } from '@keyhaven/testing/until';
import { loadIssuers } from '../issuer-keys';
import { startPlatform } from '../platform';

/** A request of a client. */
export interface Sent {
  method?: string;
  headers?: Record<string, string>;
  body?: unknown;
  /** A form, which is sent in place of a JSON body. */
  form?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  body: any;
  text: string;
}

/** A platform in this process. Its account has a record of each kind. */
export interface PlatformForClients {
  /** The URL of the gateway. */
  url: string;
  /** Sends a request through the gateway, with a Bearer token unless the headers contain other credentials. */
  call: (target: string, sent?: Sent) => Promise<Answered>;
  /** Sends a service an operator request about the account. */
  operate: (service: DataServiceName, target: string, sent?: Sent) => Promise<Answered>;
  /** Creates or changes a record of the account as the operator. @returns its id. */
  make: (service: DataServiceName, target: string, body: object, method?: string) => Promise<number>;
  /** Sends a request to the internal routes of the identity service, with the portal's token. */
  callAsPortal: (target: string, body: object) => Promise<Answered>;
  userId: number;
  emailAddress: string;
  personalToken: string;
  basic: string;
  accessToken: string;
  /** The ids of the records, by kind. */
  ids: Record<string, number>;
  /** The bodies of the deliveries that `receiver` received. */
  deliveries: any[];
  receiver: string;
  /** The services whose health and metrics this process serves. After a restart, this list is outdated. */
  operated: readonly OperatedPart[];
  /** Sends a service an operator request that is not about an account. */
  operateService: (service: DataServiceName, target: string, sent?: Sent) => Promise<Answered>;
  /**
   * Stops the platform, and starts it again with the same URL and data.
   * @param whileStopped a function that runs while the platform is stopped. Its argument is the path of the database's
   * bundled worker file.
   * @param generation the generation of the data after the restart. A restore from a backup increases the generation.
   */
  restart(whileStopped?: (workerFile: string) => Promise<void>, generation?: number): Promise<void>;
  stop(): Promise<void>;
}

const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Dates for bookings and quotes. The nights are free when the platform starts. */
export const dates = {
  arrival: day(40),
  departure: day(47),
  later: day(60),
  latest: day(67),
  date: day(90),
  after: day(91),
  free: day(100),
  freeUntil: day(105),
};

/**
 * @param keptFolder the data folder. It is kept when the platform stops. Without it, a temporary
 *   folder is used.
 */
export async function startPlatformForClients(
  keptFolder?: string,
  logger = createLogger('clients', 'silent'),
): Promise<PlatformForClients> {
  process.env.WEBHOOK_ALLOW = '127.0.0.1/32';
  const bundle = await bundleForTest('worker');
  const folder = keptFolder ?? (await mkdtemp(path.join(os.tmpdir(), 'keyhaven-clients-')));
  const workerFile = path.join(bundle.folder, 'worker.js');
  const startAt = (port: number, generation?: number) =>
    startPlatform({
      folder,
      generation,
      host: '127.0.0.1',
      port,
      logger,
      workerFile,
    });
  let platform = await startAt(0);
  const serviceToken = (audience: string) => platform.sign({ audience, scope: 'service' });
  const account = await createDemoAccount({ urls: platform.services, serviceToken });
  const basic = `Basic ${Buffer.from(`${account.emailAddress}:${account.personalToken}`).toString('base64')}`;
  const deliveries: any[] = [];
  const receiver = await startReceiver(deliveries);

  const sendOnce = async (url: string, { method = 'GET', headers = {}, body, form }: Sent): Promise<Answered> => {
    const answer = await fetch(url, {
      method,
      headers: { ...(body === undefined ? {} : { 'content-type': 'application/json' }), ...headers },
      body: form ?? (body === undefined ? undefined : JSON.stringify(body)),
    });
    const text = await answer.text();
    const isJson = answer.headers.get('content-type')?.startsWith('application/json');
    return { status: answer.status, headers: answer.headers, body: isJson ? JSON.parse(text) : undefined, text };
  };
  /**
   * Repeats a request that gets a 503. On a busy machine a service might not answer in time, or might
   * not yet have received a new record to which the request refers.
   */
  const send = (url: string, sent: Sent) =>
    until(async () => {
      const answer = await sendOnce(url, sent);
      return answer.status === 503 ? undefined : answer;
    });
  const call = (target: string, sent: Sent = {}) =>
    send(platform.url + target, {
      ...sent,
      headers: { authorization: `Bearer ${account.accessToken}`, ...sent.headers },
    });
  const created = async (answering: Promise<Answered>): Promise<number> => {
    const { status, text, body } = await answering;
    if (status !== 200) throw new Error(`answered ${status}: ${text}`);
    return body.id as number;
  };
  const operateService = async (service: DataServiceName, target: string, sent: Sent = {}) => {
    const headers = { authorization: `Bearer ${await serviceToken(service)}` };
    return send(`${platform.services[service]}/operator${target}`, { ...sent, headers });
  };
  const operate = (service: DataServiceName, target: string, sent: Sent = {}) =>
    operateService(service, `/accounts/${account.userId}${target}`, sent);
  const { signers } = await loadIssuers(folder, ['portal']);
  const callAsPortal = async (target: string, body: object) => {
    const token = await signers.portal({ audience: 'identity', scope: 'service' });
    const headers = { authorization: `Bearer ${token}` };
    return send(platform.services.identity + target, { method: 'POST', headers, body });
  };
  const make = (service: DataServiceName, target: string, body: object, method = 'POST') =>
    created(operate(service, target, { method, body }));
  const post = (target: string, body: object) => created(call(target, { method: 'POST', body }));

  const ids: Record<string, number> = {};
  ids.site = await make('booking', '/listing_sites', { name: 'Airbnb', domain: 'airbnb.example' });
  ids.owner = await make('booking', '/owners', { first_name: 'Olga', last_name: 'Costa' });
  const address = { city: 'Rome', country: 'IT', postal_code: '00184' };
  const rooms = { bedrooms: 2, max_guests: 4, max_pets: 0 };
  const property = { currency_code: 'USD', time_zone: 'Europe/Rome', owner_id: ids.owner, address, ...rooms };
  ids.property = await make('booking', '/properties', { name: 'Casa Aurora', ...property });
  const tagged = { entity_type: 'property', entity_id: ids.property, name: 'Seaside' };
  ids.tag = (await call('/v2/tags', { method: 'POST', body: tagged })).body.tag_definition_id;
  const prices = { default_rate: { amount: 100 }, rules: { min_nights: 3 } };
  await make('pricing', `/properties/${ids.property}/pricing`, prices, 'PATCH');
  const summer = { name: 'Summer', from: '01-01', to: '12-31', property_ids: [ids.property], rate: { amount: 120 } };
  ids.season = await make('pricing', '/seasons', summer);
  const contact = { email_addresses: [{ address: 'ada@example.com' }], phones: [{ number: '+44 20 7946 0100' }] };
  ids.guest = await post('/v2/guests', { first_name: 'Ada', last_name: 'Rossi', ...contact });
  const { arrival, departure, later, latest } = dates;
  const stay = { property_id: ids.property, guest_id: ids.guest, adults: 2 };
  ids.booking = await post('/v2/bookings', { ...stay, arrival, departure, generate_charges: true });
  ids.quote = await post('/v2/quotes', { ...stay, arrival: later, departure: latest });
  ids.surcharge = await post('/v2/surcharges', { type: 'linen', description: 'Linen', amount: 9 });
  ids.discount = await post('/v2/discounts', { type: 'promotion', description: 'Spring', percent: 5 });
  const ofBooking = { booking_id: ids.booking, amount: 50 };
  ids.payment = await make('finance', '/payments', { ...ofBooking, method: 'card' });
  ids.refund = await make('finance', '/refunds', { ...ofBooking, amount: 10 });
  ids.fee = await make('finance', '/fees', { ...ofBooking, amount: 2, type: 'processing' });
  const lines = [{ type: 'payment', record_id: ids.payment }];
  ids.deposit = await make('finance', '/deposits', { currency_code: 'USD', account: 'Main', lines });
  const thread = { booking_id: ids.booking, guest_id: ids.guest, channel: 'airbnb' };
  ids.thread = await make('messaging', '/threads', thread);
  ids.message = await make('messaging', '/messages', { thread_id: ids.thread, body: 'Is the house quiet?' });
  return {
    call,
    operate,
    operateService,
    make,
    callAsPortal,
    url: platform.url,
    userId: account.userId,
    emailAddress: account.emailAddress,
    personalToken: account.personalToken,
    basic,
    accessToken: account.accessToken,
    ids,
    deliveries,
    operated: platform.operated,
    receiver: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook?secret=s3`,
    restart: async (whileStopped, generation) => {
      await platform.stop();
      await whileStopped?.(workerFile);
      platform = await startAt(Number(new URL(platform.url).port), generation);
    },
    stop: async () => {
      receiver.closeAllConnections();
      receiver.close();
      await platform.stop();
      await bundle.remove();
      if (keptFolder === undefined) await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Starts a webhook endpoint that adds the body and the path of each request to `deliveries`. */
async function startReceiver(deliveries: unknown[]): Promise<Server> {
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString()));
    request.on('end', () => {
      deliveries.push({ ...(JSON.parse(text) as object), path: request.url });
      response.end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return server;
}
