import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { verifyWebhook } from '@keyhaven/client/webhooks/verify-webhook';
import { readCodeBlocks } from '@keyhaven/testing/document-code';
import { bundleProgram } from '@keyhaven/testing/program';
import { type Ended, type RunningProcess, runProcess, startProcess } from '@keyhaven/testing/run-process';
import { until } from '@keyhaven/testing/until';
import { dates, type PlatformForClients, startPlatformForClients } from './testing/platform-for-clients';

/**
 * Runs the command line in a process of its own. The platform that it calls runs in the test's
 * process.
 */

let platform: PlatformForClients;
let program: string;
let folder: string;
beforeAll(async () => {
  [platform, program, folder] = await Promise.all([
    startPlatformForClients(),
    bundleProgram('libs/client/src/cli/main.ts'),
    mkdtemp(path.join(os.tmpdir(), 'keyhaven-command-line-')),
  ]);
}, 120_000);
afterAll(() => Promise.all([platform.stop(), rm(folder, { recursive: true })]));

const environment = () => ({
  KEYHAVEN_URL: platform.url,
  KEYHAVEN_EMAIL: platform.emailAddress,
  KEYHAVEN_TOKEN: platform.personalToken,
  KEYHAVEN_CONFIG: path.join(folder, 'none.json'),
});
const keyhaven = (args: string[], more: Record<string, string> = {}, input?: string): Promise<Ended> =>
  runProcess(process.execPath, [program, ...args], { environment: { ...environment(), ...more }, input });
const start = (args: string[]): RunningProcess =>
  startProcess(process.execPath, [program, ...args], { environment: environment() });

describe('keyhaven login', () => {
  it('checks credentials and stores them in a file that only its owner can read', async () => {
    const KEYHAVEN_CONFIG = path.join(folder, 'new', 'config.json');
    const none = { KEYHAVEN_CONFIG, KEYHAVEN_URL: '', KEYHAVEN_EMAIL: '', KEYHAVEN_TOKEN: '' };
    const args = ['login', '--url', platform.url, '--email', platform.emailAddress];
    const signedIn = await keyhaven(args, none, `${platform.personalToken}\n`);
    expect([signedIn.code, signedIn.stdout]).toEqual([0, expect.stringContaining(`as ${platform.emailAddress}`)]);
    expect((await stat(KEYHAVEN_CONFIG)).mode & 0o777).toBe(0o600);
    const { url, token } = JSON.parse(await readFile(KEYHAVEN_CONFIG, 'utf8')) as Record<string, string>;
    expect([url, token]).toEqual([platform.url, platform.personalToken]);

    const read = await keyhaven(['--json', 'call', 'get', 'v2/users/me'], none);
    expect(JSON.parse(read.stdout)).toMatchObject({ id: platform.userId });
    const elsewhere = await keyhaven(['call', 'GET', '/v2/users/me', '--url', 'http://127.0.0.1:1'], none);
    expect([elsewhere.code, elsewhere.stderr]).toEqual([2, expect.stringContaining('no credentials')]);
  });

  it('stores nothing if the token is wrong', async () => {
    const KEYHAVEN_CONFIG = path.join(folder, 'wrong.json');
    const { code, stderr } = await keyhaven(['login', '--token', 'at_wrong'], { KEYHAVEN_CONFIG });
    expect([code, stderr]).toEqual([3, expect.stringContaining('answered 401 (unauthorized)')]);
    await expect(stat(KEYHAVEN_CONFIG)).rejects.toThrow('ENOENT');
  });
});

describe('keyhaven call', () => {
  it('sends a request and prints the response', async () => {
    const { code, stdout } = await keyhaven([
      'call',
      'GET',
      '/v2/bookings',
      '-q',
      'limit=1',
      '-q',
      'include_guest=true',
    ]);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { limit: 1, items: [{ guest: { last_name: 'Rossi' } }] }]);
  });

  it('reads a body from the standard input, and warns about fields that were ignored', async () => {
    const body = JSON.stringify({ first_name: 'Ada', shoe_size: 38 });
    const { code, stdout, stderr } = await keyhaven(['call', 'POST', '/v2/guests', '-d', '-', '--dry-run'], {}, body);
    expect([code, JSON.parse(stdout)]).toMatchObject([0, { id: null, first_name: 'Ada' }]);
    expect(stderr).toContain('warning: the platform ignored shoe_size');
    expect(stderr).toContain('dry run: nothing was changed');
  });

  it('carries out a write only once if the command is run twice with the same key', async () => {
    const args = ['--json', 'call', 'POST', '/v2/guests', '-d', '{"first_name":"Once"}', '--idempotency-key', 'a-key'];
    const [first, second] = [await keyhaven(args), await keyhaven(args)];
    expect([first.code, JSON.parse(first.stdout)]).toMatchObject([0, { first_name: 'Once' }]);
    expect(second).toMatchObject({ code: 0, stdout: first.stdout });
    const { stdout } = await keyhaven(['--json', 'call', 'GET', '/v2/guests', '-q', 'limit=1000']);
    const { items } = JSON.parse(stdout) as { items: { first_name: string }[] };
    expect(items.filter(({ first_name }) => first_name === 'Once')).toHaveLength(1);
  });

  it.each([
    ['a query', ['GET', '/v2/bookings', '-q', 'limit=many'], 'query.limit: expected a whole number from 1 to 1000'],
    ['a body', ['POST', '/v2/bookings', '-d', '{"property_id":"x"}'], 'body.property_id: expected the id of a record'],
    ['a path', ['GET', '/v2/bookings/first'], 'path.id: expected the id of a record'],
    ['a body that is not JSON', ['POST', '/v2/guests', '-d', '{'], 'the body is not JSON'],
    ['the body of a GET', ['GET', '/v2/guests', '-d', '{}', '--no-check'], 'a GET has no body; use -q'],
    ['a method', ['FETCH', '/v2/guests'], 'FETCH is not one of GET, POST'],
    ['an option', ['GET', '/v2/guests', '--limit', '3'], "unknown option '--limit'"],
  ])('does not send an invalid request (the fault is in %s)', async (_, args, message) => {
    const { code, stderr } = await keyhaven(['call', ...args]);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });

  it('sends an invalid request with --no-check, and shows the error of the platform', async () => {
    const { code, stderr } = await keyhaven(['call', 'GET', '/v2/bookings', '-q', 'limit=many', '--no-check']);
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/answered 400 \(bad_request\)\n.*limit[^]*request id: \S+/),
    ]);
  });

  it('writes errors as JSON with --json', async () => {
    const { property } = platform.ids;
    const stay = JSON.stringify({ property_id: property, arrival: dates.arrival, departure: dates.departure });
    const { code, stderr } = await keyhaven(['--json', 'call', 'POST', '/v2/bookings', '-d', stay]);
    expect([code, JSON.parse(stderr)]).toMatchObject([1, { error: { status: 409, code: 'nights_taken' } }]);
  });

  it('sends requests to routes that are not in the contract, with a warning', async () => {
    const { code, stderr } = await keyhaven(['call', 'GET', '/v2/unknown']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('GET /v2/unknown is not in the contract')]);
  });
});

describe('keyhaven listen', () => {
  let receiver: Server;
  const received: { headers: any; body: Buffer }[] = [];
  let answer = 204;
  beforeAll(async () => {
    receiver = createServer((request, response) => {
      void buffer(request).then((body) => {
        received.push({ headers: request.headers, body });
        response.writeHead(answer).end('busy');
      });
    });
    await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    receiver.closeAllConnections();
    receiver.close();
  });

  it('posts events as signed webhooks to a local URL, prints each response, and exits with 0 on Ctrl-C', async () => {
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
    const listening = start(['listen', '--forward', address, '--types', 'guest']);
    const [, secret] = await until(() => /are signed with (whsec_\S+)/.exec(listening.stderr()));
    expect((await keyhaven(['trigger', 'guest'])).stdout).toMatch(/^created and deleted guest \d+\n$/);
    await until(() => received.length === 2);
    const events = received.map(({ headers, body }) => verifyWebhook(body, headers, secret!));
    expect(events.map(({ action }) => action)).toEqual(['entity_create', 'entity_delete']);
    expect(events[0]).not.toHaveProperty('cursor');
    answer = 503;
    await keyhaven(['trigger', 'guest']);
    await until(() => listening.stdout().split('\n').length === 5);
    listening.kill('SIGINT');
    const { code, stdout } = await listening.ended;
    expect(code).toBe(0);
    expect(stdout.split('\n').slice(0, 4)).toEqual([
      expect.stringMatching(/^\d\d:\d\d:\d\d  entity_create guest \d+  other  → 204 in \d+ ms$/),
      expect.stringMatching(/entity_delete guest .* → 204/),
      expect.stringMatching(/entity_create guest .* → 503 in \d+ ms  busy$/),
      expect.stringMatching(/entity_delete guest .* → 503/),
    ]);
  });

  it('keeps running if no server listens at the local URL', async () => {
    const listening = start(['--json', 'listen', '--forward', 'http://127.0.0.1:1/', '--types', 'guest']);
    await until(() => listening.stderr().includes('signed with'));
    await keyhaven(['trigger', 'guest']);
    const lines = () => listening.stdout().trim().split('\n');
    await until(() => lines().length === 2);
    listening.kill();
    expect(lines().map((line) => JSON.parse(line))).toMatchObject([
      { event: { action: 'entity_create' }, status: null },
      { event: { action: 'entity_delete' }, status: null },
    ]);
    expect((await listening.ended).code).toBe(0);
  });
});

describe('keyhaven trigger', () => {
  it('changes the notes of a booking, and then restores the previous notes', async () => {
    const read = async () => (await platform.call(`/v2/bookings/${platform.ids.booking}`)).body;
    const before = await read();
    const { next_cursor } = (await platform.call('/v2/events?after=latest')).body;
    const { code } = await keyhaven(['trigger', 'booking', '--id', String(platform.ids.booking)]);
    expect([code, (await read()).notes]).toEqual([0, before.notes]);
    const events = async () => (await platform.call(`/v2/events?types=booking&after=${next_cursor}`)).body.items;
    const [first, second] = await until(async () => (await events()).length === 2 && events());
    expect([first.entity.notes, second.entity.notes]).toEqual(['(keyhaven trigger)', before.notes]);
  });

  it('sends a test delivery to the subscription of the account if there is only one', async () => {
    const authorization = platform.basic;
    const body = { type: 'guest', webhook_url: platform.receiver };
    const headers = { authorization };
    await platform.call('/v2/webhooksubscriptions', { method: 'POST', headers, body });
    expect((await keyhaven(['trigger', 'webhook-test'])).stdout).toContain('sent a webhook_test to subscription');
    await until(() => platform.deliveries.some(({ action }) => action === 'webhook_test'));
  });

  it('lists the available samples if the given name is unknown', async () => {
    const { code, stderr } = await keyhaven(['trigger', 'earthquake']);
    expect([code, stderr]).toEqual([
      2,
      expect.stringContaining('earthquake is not one of guest, booking, webhook-test'),
    ]);
  });
});

describe('keyhaven logs', () => {
  it('shows the last requests, and new requests as they arrive', async () => {
    const following = start(['logs', '--errors', '--last', '0']);
    const isFollowing = async () => {
      await keyhaven(['call', 'GET', '/v2/bookings/999999']);
      return following.stdout().includes('GET /v2/bookings/999999');
    };
    await until(isFollowing, 60_000);
    following.kill();
    const { code, stdout } = await following.ended;
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(/404  GET \/v2\/bookings\/999999  \d+ ms\n +not_found: /),
    ]);
    const past = await keyhaven(['--json', 'logs', '--no-follow', '--status', '404', '--last', '1']);
    expect(JSON.parse(past.stdout)).toMatchObject({ status: 404, path: '/v2/bookings/999999' });
  }, 90_000);
});

describe('the exit code of the command line', () => {
  it('is 3 for wrong credentials, and 4 if the platform cannot be reached', async () => {
    expect((await keyhaven(['call', 'GET', '/v2/users/me'], { KEYHAVEN_TOKEN: 'pt_wrong' })).code).toBe(3);
    const { code, stderr } = await keyhaven(['call', 'GET', '/v2/users/me'], { KEYHAVEN_URL: 'http://127.0.0.1:1' });
    expect([code, stderr]).toEqual([4, expect.stringContaining('Check the address (--url, KEYHAVEN_URL)')]);
  });

  it('is 0 for help, and 2 without a command', async () => {
    const help = await keyhaven(['--help']);
    expect([help.code, help.stdout]).toEqual([0, expect.stringContaining('KEYHAVEN_TOKEN')]);
    expect((await keyhaven([])).code).toBe(2);
  });
});

describe('docs/integrators/command-line.md', () => {
  it('contains only commands that work', async () => {
    const blocks = await readCodeBlocks('docs/integrators/command-line.md', 'sh');
    const commands = blocks.flatMap(({ code }) => code.split('\n'));
    expect(commands.length).toBeGreaterThan(5);
    const config = { KEYHAVEN_CONFIG: path.join(folder, 'guide.json') };
    for (const line of commands) {
      // The command contains the URL and the account of `npm start`. Replace both by those of the test.
      const command = line
        .replace('npx keyhaven', `"${process.execPath}" "${program}"`)
        .replace('http://127.0.0.1:8080', platform.url)
        .replace('demo@example.com', platform.emailAddress);
      if (command.includes(' listen ')) {
        const listening = startProcess('sh', ['-c', `exec ${command}`], {
          environment: { ...environment(), ...config },
        });
        await until(() => listening.stderr().includes('Waiting for events'));
        listening.kill();
        expect([line, (await listening.ended).code]).toEqual([line, 0]);
        continue;
      }
      const input = `${platform.personalToken}\n`;
      const ended = await runProcess('sh', ['-c', command], { environment: { ...environment(), ...config }, input });
      expect([line, ended.code, ended.stderr]).toEqual([line, 0, expect.not.stringContaining('error')]);
    }
  }, 120_000);
});
