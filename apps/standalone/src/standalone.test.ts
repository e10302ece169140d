import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { Client } from '@keyhaven/client/client';
import { createClient } from '@keyhaven/client/create-client';
import type { LoggedEvent } from '@keyhaven/client/events/event';
import { freePort } from '@keyhaven/testing/free-ports';
import { type Program, startProgram } from '@keyhaven/testing/program';
import { until } from '@keyhaven/testing/until';

const root = path.resolve(__dirname, '../../..');
const program = path.join(root, 'dist/apps/standalone/main.js');
const READY = /Ctrl-C stops Keyhaven/;
const READY_WITHOUT_DEMO = /KEYHAVEN_DEMO=off leaves it out/;
/**
 * Matches a line that the platform prints early while it loads the demo data. Most of the data is
 * still missing at that time.
 */
const LOADING = /^ {2}property /m;

let folder: string;
let port: number;
let running: Program | undefined;
const settings = () => ({ KEYHAVEN_DATA: folder, PORT: String(port), OPERATIONS_PORT: '0' });
const start = async () => {
  running = await startProgram(program, settings(), READY);
  return running.output();
};

/** Finds the URL, the credentials and the commands in the output of a start. */
function printed(output: string) {
  return {
    url: /ready at (\S+)/.exec(output)![1]!,
    emailAddress: /E-mail address +(\S+)/.exec(output)![1]!,
    personalToken: /(pt_[\w-]+)/.exec(output)![1]!,
    accessToken: /(at_[\w-]+)/.exec(output)![1]!,
    commands: [...output.matchAll(/^ {2}(curl .*)$/gm)].map(([, command]) => command!),
  };
}

function clientOf({ url, accessToken }: ReturnType<typeof printed>): Client {
  return createClient({ baseUrl: url, credentials: { accessToken } });
}

/** Sends JSON with the access token of the demo account. @returns the body of the response. */
async function call({ url, accessToken }: ReturnType<typeof printed>, method: string, target: string, body?: object) {
  const headers = { authorization: `Bearer ${accessToken}`, 'content-type': 'application/json' };
  const response = await fetch(url + target, { method, headers, body: body && JSON.stringify(body) });
  return (await response.json()) as any;
}

/**
 * Sets spot rates for a week at a property that can be booked.
 * @returns the stay, the property and another property that can be booked.
 */
async function aPricedStay(demo: ReturnType<typeof printed>, daysAhead: number) {
  const { items } = await call(demo, 'GET', '/v2/properties?limit=100&active=true');
  const [property, other] = items.filter((item: any) => !item.is_snoozed && item.currency_code !== null);
  const day = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
  const nights = Array.from({ length: 7 }, (_, night) => day(daysAhead + night));
  const currency = property.currency_code as string;
  const rates = nights.map((date) => ({ property_id: property.id, date, amount: 250, currency }));
  await call(demo, 'PATCH', '/v2/spotrates', { rates });
  return { property, other, stay: { arrival: day(daysAhead), departure: day(daysAhead + 7), adults: 2 } };
}

/** Runs a printed command in a shell, as a user would. */
function paste(command: string): any {
  return JSON.parse(execFileSync('sh', ['-c', command]).toString());
}

beforeAll(async () => {
  execFileSync(process.execPath, [path.join(root, 'tools/build/bundle.mjs'), 'standalone'], { cwd: root });
  folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-standalone-'));
  port = await freePort();
}, 60_000);
afterAll(async () => {
  await running?.kill();
  await rm(folder, { recursive: true, force: true });
});

describe('npm start', () => {
  let first: ReturnType<typeof printed>;

  it('answers requests and prints a sign-in link while the demo data is loading', async () => {
    const loading = await startProgram(program, settings(), /Starting Keyhaven/);
    const file = path.join(folder, 'demo.json');
    await until(async () => (await readFile(file, 'utf8').catch(() => '')).includes('"account"'));
    expect((await fetch(`http://127.0.0.1:${port}/healthz`)).status).toBe(200);
    await until(() => LOADING.test(loading.output()), 120_000);
    expect(loading.output()).toMatch(/Set your password {6}http:\S+\/portal\/links\/[\w-]{43} {3}\(works once\)/);
    await loading.kill();
  }, 240_000);

  it.each([
    ['it is interrupted twice', ({ child }: Program) => [child.kill('SIGINT'), child.kill('SIGINT')]],
    ['its output is closed', ({ child }: Program) => child.stdout!.destroy()],
  ])(
    'exits when %s while the demo data is loading',
    async (_case, interrupt) => {
      // Use the same folder as the other tests, so that they need not load this part of the data
      // again.
      const loading = await startProgram(program, settings(), LOADING);
      const ended = once(loading.child, 'exit');
      interrupt(loading);
      await ended;
    },
    240_000,
  );

  it('prints the URL, the credentials and three example commands', async () => {
    first = printed(await start());
    expect(first.url).toBe(`http://127.0.0.1:${port}`);
    const [list, book, bookAgain] = first.commands;
    expect(paste(list!).items).toHaveLength(3);
    expect(paste(book!)).toMatchObject({ type: 'booking', status: 'active', adults: 2 });
    expect(paste(bookAgain!)).toMatchObject({ status: 'nights_taken', status_code: 409 });
    const bearer = await fetch(`${first.url}/v2/users/me`, {
      headers: { authorization: `bearer ${first.accessToken}` },
    });
    expect(await bearer.json()).toMatchObject({ email_address: first.emailAddress });
  }, 600_000);

  it('prints the URL of the portal', () => {
    expect(running!.output()).toContain(`Pages                  ${first.url}/portal\n`);
  });

  it('serves the health and metrics of all services on the operations port that it prints', async () => {
    const [, readyz, metrics] = /are at (\S+) and (\S+)/.exec(running!.output())!;
    expect(await (await fetch(readyz!)).json()).toEqual({ status: 'ready', faults: [], warnings: [] });
    const text = await (await fetch(metrics!)).text();
    for (const service of ['gateway', 'booking', 'webhook']) expect(text).toContain(`service="${service}"`);
    expect(new URL(readyz!).port).not.toBe(String(port));
    expect((await fetch(`http://127.0.0.1:${port}/metrics`)).status).toBe(404);
  });

  it('creates no demo property twice after it was killed while the demo data was loading', async () => {
    const names: string[] = [];
    for await (const { name } of clientOf(first).each('listProperties', { limit: 100 })) names.push(name);
    expect(names.length).toBeGreaterThanOrEqual(25);
    expect(new Set(names).size).toBe(names.length);
  });

  it('has demo bookings with the charges that the platform computes, and has payments for past stays', async () => {
    const today = new Date().toISOString().slice(0, 10);
    const readOfGuests = async () => {
      const { items } = await call(first, 'GET', '/v2/bookings?limit=1000&include_charges=true');
      return items.filter(({ type, charges }: any) => type === 'booking' && charges.length > 0);
    };
    const pastOf = (bookings: any[]) =>
      bookings.filter(({ status, departure }) => status === 'active' && departure < today);
    // Booking receives the totals of payments through events, so the amounts change later.
    const isPaid = async () => pastOf(await readOfGuests()).filter(({ total_owed }) => total_owed !== 0).length < 10;
    await until(isPaid, 300_000);
    const ofGuests = await readOfGuests();
    expect(pastOf(ofGuests).length).toBeGreaterThan(100);
    // Bookings of channels have the channel's charges, which the platform does not compute.
    const direct = ofGuests.filter(({ platform_reservation_number }: any) => platform_reservation_number === null);
    const types = new Set<string>();
    for (const { id, charges } of direct.slice(0, 40)) {
      const made = await call(first, 'PATCH', `/v2/bookings/${id}`, { generate_charges: true, ignore_rules: true });
      expect([id, made.charges]).toEqual([id, charges]);
      for (const { type } of charges) types.add(type);
    }
    expect(types).toEqual(new Set(['rent', 'surcharge', 'discount', 'tax']));
  }, 120_000);

  it('quotes a stay with rates, surcharges and taxes, and creates one booking if the guest accepts the quote twice', async () => {
    const { property, stay } = await aPricedStay(first, 500);
    const preview = await call(first, 'TEST', '/v1/quotes?addCharges=true', { propertyId: property.id, ...stay });
    const quote = await call(first, 'POST', '/v2/quotes', { property_id: property.id, ...stay, hold_dates: true });
    expect(quote).toMatchObject({ status: 'open', charges: expect.arrayContaining([expect.any(Object)]) });
    expect(preview).toMatchObject({ id: null, totalAmount: quote.total_amount });
    expect(quote.charges.map(({ type }: any) => type)).toEqual(expect.arrayContaining(['rent', 'surcharge']));
    const page = await fetch(quote.payment_form);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('Book this stay')]);
    const guest = { first_name: 'Ada', last_name: 'Rossi', email: 'ada@example.com', telephone: '+44 20 7946 0100' };
    const submit = () =>
      fetch(quote.payment_form, {
        method: 'POST',
        body: new URLSearchParams({ ...guest, version: '1' }),
        redirect: 'manual',
      });
    for (const answer of [await submit(), await submit()]) {
      expect([answer.status, await answer.text()]).toEqual([200, expect.stringContaining('Your stay is booked')]);
    }
    const range = `from=${stay.arrival}&to=${stay.departure}&include_charges=true`;
    const { items: booked } = await call(first, 'GET', `/v2/bookings?property_ids=${property.id}&${range}`);
    expect(booked).toMatchObject([{ type: 'booking', quote_id: quote.id, charges: quote.charges }]);
  }, 120_000);

  it('explains why each surcharge and discount of the account is or is not part of a quote', async () => {
    const { property, other, stay } = await aPricedStay(first, 520);
    const define = async (kind: string, body: object): Promise<{ id: number }> =>
      call(first, 'POST', `/v2/${kind}`, body);
    const off = await define('surcharges', { type: 'linen', description: 'Linen', amount: 9, active: false });
    const elsewhere = await define('discounts', {
      type: 'promotion',
      description: 'Elsewhere',
      percent: 5,
      property_ids: [other.id],
    });
    const firewood = { type: 'other', description: 'Firewood', amount: 30, currency_code: property.currency_code };
    const charged = await define('surcharges', firewood);
    const { id } = await call(first, 'POST', '/v2/quotes', { property_id: property.id, ...stay });
    await call(first, 'PATCH', `/v2/surcharges/${charged.id}`, { active: false });
    const later = await define('surcharges', { type: 'other', description: 'Sauna', amount: 40 });

    const { charges, explanation } = await call(first, 'GET', `/v2/quotes/${id}?include_explanation=true`);
    expect(explanation.is_complete).toBe(true);
    expect(charges).toContainEqual(expect.objectContaining({ surcharge_id: charged.id, amount: 30 }));
    expect(explanation.left_out).toEqual(
      expect.arrayContaining([
        { surcharge_id: off.id, description: 'Linen', field: 'active', reason: 'it is not active' },
        expect.objectContaining({ surcharge_id: later.id, field: 'created_utc' }),
        expect.objectContaining({ discount_id: elsewhere.id, field: 'property_ids' }),
      ]),
    );
    const lists = ['surcharges', 'discounts'].flatMap((kind) =>
      ['true', 'false'].map((active) => call(first, 'GET', `/v2/${kind}?limit=100&active=${active}`)),
    );
    const defined = (await Promise.all(lists)).flatMap(({ items }) => items.map((item: { id: number }) => item.id));
    const named = [...charges, ...explanation.adjusters, ...explanation.left_out].flatMap(
      ({ surcharge_id, discount_id }: any) => surcharge_id ?? discount_id ?? [],
    );
    expect(named.sort()).toEqual(defined.sort());
  }, 60_000);

  it('shows a new guest in the event log, both in the stream and in long polls', async () => {
    const { next_cursor } = await call(first, 'GET', '/v2/events?after=latest');
    const headers = { authorization: `Bearer ${first.accessToken}`, accept: 'text/event-stream' };
    const address = `${first.url}/v2/events?types=guest&after=${next_cursor}`;
    const { id } = await call(first, 'POST', '/v2/guests', { first_name: 'Ada' });
    // The demo data may still be loading. It may add other guests, and may delay this event until
    // the stream has ended.
    let found: LoggedEvent<'guest'> | undefined;
    for await (const event of clientOf(first).readEvents({ types: ['guest'], after: next_cursor })) {
      found = event;
      if (event.entity_id === id) break;
    }
    expect(found).toMatchObject({ entity_type: 'guest', action: 'entity_create' });
    const leaving = new AbortController();
    const stream = await fetch(address, { headers, signal: leaving.signal });
    const reader = stream.body!.pipeThrough(new TextDecoderStream()).getReader();
    let received = '';
    for (let isOver = false; !isOver && !received.includes(`"${found!.id}"`);) {
      const { value = '', done } = await reader.read();
      received += value;
      isOver = done;
    }
    expect(received).toContain(`id: ${found!.cursor}\ndata: {"id":"${found!.id}"`);
    leaving.abort();
    await reader.cancel().catch(() => {});
  }, 240_000);

  it('stores tokens only in a file that nobody except its owner can read', async () => {
    expect((await stat(path.join(folder, 'demo.json'))).mode & 0o077).toBe(0);
    expect((await stat(path.join(folder, 'keys.json'))).mode & 0o077).toBe(0);
    const grep = execFileSync(
      'sh',
      ['-c', `grep -rlF -e '${first.personalToken}' -e '${first.accessToken}' . || true`],
      { cwd: folder },
    );
    expect(grep.toString().trim()).toBe('./demo.json');
  });

  it('refuses a second start with the same folder or port, and explains the conflict', async () => {
    await expect(startProgram(program, settings(), READY)).rejects.toThrow(
      /another embedded database server is running on the folder/,
    );
    const other = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-standalone-'));
    await expect(startProgram(program, { ...settings(), KEYHAVEN_DATA: other }, READY)).rejects.toThrow(
      `port ${port} is taken; set PORT to another one`,
    );
    await expect(startProgram(program, { ...settings(), PORT: 'x' }, READY)).rejects.toThrow(/PORT/);
    await rm(other, { recursive: true });
  });

  it('ends open event streams and exits with 0 on SIGTERM', async () => {
    const headers = { authorization: `Bearer ${first.accessToken}`, accept: 'text/event-stream' };
    const stream = await fetch(`${first.url}/v2/events?after=latest`, { headers });
    const [code, received] = await Promise.all([running!.stop(), stream.text()]);
    // If the stream had been cut at the end of the shutdown, reading it would have failed.
    expect([code, received]).toEqual([0, expect.stringContaining('retry: ')]);
  });

  it('keeps its data and prints the same credentials when it is started again', async () => {
    const second = printed(await start());
    expect({ ...second, commands: [] }).toEqual({ ...first, commands: [] });
    expect(running!.output()).toContain(`${first.url}/portal\n`);
    expect(running!.output()).not.toContain('/portal/links/');
    // The stay in the first start's command is booked now, so this start suggests another one.
    expect(paste(second.commands[1]!)).toMatchObject({ type: 'booking' });
  }, 60_000);

  it('has the same data after it was killed', async () => {
    const ids = async () => paste(first.commands[0]!).items.map(({ id }: { id: number }) => id);
    const before = await ids();
    await running!.kill();
    await start();
    expect(await ids()).toEqual(before);
  }, 60_000);

  it('runs although the demo user has no valid token any more, and although no link for this user can be made', async () => {
    await running!.stop();
    const file = path.join(folder, 'demo.json');
    const demo = JSON.parse(await readFile(file, 'utf8'));
    // The token is invalid, as it would be after the demo user was removed from the account.
    const withoutToken = { ...demo, account: { ...demo.account, accessToken: 'at_revoked' } };
    await writeFile(file, JSON.stringify(withoutToken));
    expect(await start()).toContain('No commands are suggested: GET /v2/properties?active=true&limit=50 answered 401');
    expect(paste(first.commands[0]!).items).toHaveLength(3);
    await running!.stop();

    await writeFile(file, JSON.stringify({ ...demo, account: { ...demo.account, personId: 999_999_999 } }));
    running = await startProgram(program, { ...settings(), KEYHAVEN_LINK: 'on' }, READY_WITHOUT_DEMO);
    await until(() => running!.output().includes('The demo is not complete: '));
    expect(paste(first.commands[0]!).items).toHaveLength(3);
  }, 120_000);
});
