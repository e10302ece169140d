import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { type AddressRange, addressRanges } from './address-rules';
import { guardedAgent, type Resolve } from './guarded-agent';
import { checkOutboundUrl } from './check-outbound-url';
import { faultOfOutboundUrl, faultOfTarget } from './outbound-url';

/** IP addresses as host names, in all notations that a URL allows. */
const hostileLiterals = [
  // Addresses of this machine.
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.0.1',
  '127.255.255.254',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '0177.0x0.0.01',
  '%31%32%37.0.0.1',
  '127。0。0。1',
  '127.0.0.1',
  '0.0.0.0',
  '0',
  '0.0.0.1',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[0000:0000:0000:0000:0000:0000:0000:0001]',
  '[::]',
  // Addresses of private networks and links.
  '10.0.0.1',
  '10.255.255.255',
  '0xa.0.0.1',
  '012.0.0.1',
  '167772161',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.0.1',
  '192.168.257',
  '3232235777',
  '0xc0a80101',
  '169.254.169.254',
  '2852039166',
  '0xa9fea9fe',
  '0251.0376.0251.0376',
  '100.64.0.1',
  '100.127.255.255',
  '[fe80::1]',
  '[fe80::a9fe:a9fe]',
  '[fec0::1]',
  '[fc00::1]',
  '[fd00:ec2::254]',
  '[fdff:ffff::1]',
  // Multicast and unassigned addresses.
  '224.0.0.1',
  '239.255.255.250',
  '255.255.255.255',
  '240.0.0.1',
  '192.0.0.8',
  '192.0.2.1',
  '198.18.0.1',
  '198.51.100.1',
  '203.0.113.1',
  '192.88.99.1',
  '[ff02::1]',
  '[ff05::2]',
  '[100::1]',
  '[2001:db8::1]',
  '[3fff::1]',
  '[4000::1]',
  '[5f00::1]',
  // IPv6 addresses that contain an IPv4 address.
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::ffff:10.0.0.1]',
  '[::ffff:a9fe:a9fe]',
  '[::ffff:8.8.8.8]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[2002:7f00:1::1]',
  '[2002:c0a8:101::1]',
  '[64:ff9b::7f00:1]',
  '[64:ff9b::10.0.0.1]',
  '[64:ff9b:1::a00:1]',
  '[2001::7f00:1]',
  // Reserved IPv6 ranges.
  '[2001:2::1]',
  '[2001:10::1]',
  '[2001:20::1]',
];

/**
 * Addresses to which the name of an attacker may resolve, alone or together with a public address.
 */
const hostileAnswers = [
  ['127.0.0.1'],
  ['::1'],
  ['10.0.0.1'],
  ['169.254.169.254'],
  ['fd00:ec2::254'],
  ['fe80::1%eth0'],
  ['::ffff:127.0.0.1'],
  ['64:ff9b::7f00:1'],
  ['8.8.8.8', '127.0.0.1'],
  ['2606:4700:4700::1111', '::1'],
  ['192.168.1.1', '8.8.8.8'],
];

const none: AddressRange[] = [];
const answering = (addresses: string[]): Resolve =>
  jest.fn(async () => addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })));

async function failureOf(url: string, resolve: Resolve, opened = none): Promise<any> {
  const agent = guardedAgent({ opened, connectTimeoutMs: 2000, resolve });
  try {
    const { statusCode, body } = await agent.request({ origin: new URL(url).origin, path: '/', method: 'GET' });
    await body.dump();
    return { statusCode };
  } catch (error) {
    return error;
  } finally {
    await agent.destroy();
  }
}

describe('outbound requests', () => {
  it('are tested with at least sixty forbidden addresses', () => {
    expect(new Set([...hostileLiterals, ...hostileAnswers.map(String)]).size).toBeGreaterThanOrEqual(60);
  });

  it.each(hostileLiterals)(
    'never reach %s: the address is refused when it is entered, and again when connecting',
    async (host) => {
      const url = `https://${host}/hook`;
      expect(faultOfOutboundUrl(url, { opened: none })).toBeDefined();
      const unused = answering(['8.8.8.8']);
      expect(await failureOf(url, unused)).toMatchObject({ code: 'REFUSED_TARGET' });
      expect(unused).not.toHaveBeenCalled();
    },
  );

  it.each(hostileAnswers)(
    'never reach a name with a forbidden address (the first address of the name is %s)',
    async (...addresses: string[]) => {
      const failure = await failureOf('https://hooks.example/', answering(addresses.filter(Boolean)));
      expect(failure).toMatchObject({ code: 'REFUSED_TARGET' });
    },
  );

  it.each(['localhost', 'LOCALHOST', 'localhost.'])('never reach %s with the default DNS resolver', async (name) => {
    const agent = guardedAgent({ opened: none, connectTimeoutMs: 2000 });
    const request = agent.request({ origin: `https://${name}:4443`, path: '/', method: 'GET' });
    await expect(request).rejects.toMatchObject({
      message: expect.stringMatching(/is not a public address|cannot be resolved/),
    });
    await agent.destroy();
  });

  it.each([
    'http://hooks.example/',
    'ftp://hooks.example/',
    'file:///etc/passwd',
    'gopher://hooks.example/',
    'https://user:secret@hooks.example/',
    'https://hooks.example:22/',
    'https://hooks.example:25/',
    'https://hooks.example:80/',
    '/hook',
    'hooks.example',
  ])('are refused for the URL %s', (url) => expect(faultOfOutboundUrl(url, { opened: none })).toBeDefined());

  it.each([
    'https://hooks.example/path?secret=1',
    'https://hooks.example:8443/',
    'https://8.8.8.8/',
    'https://[2606:4700:4700::1111]/',
  ])('are accepted for the URL %s', (url) => expect(faultOfOutboundUrl(url, { opened: none })).toBeUndefined());

  describe('when plain http is allowed', () => {
    const rules = { opened: none, plainHttp: true };

    it.each(['http://images.example/a.png', 'http://images.example:8080/', 'http://8.8.8.8/', 'https://8.8.8.8/'])(
      'are accepted for the URL %s',
      (url) => expect(faultOfOutboundUrl(url, rules)).toBeUndefined(),
    );

    it.each([
      'ftp://images.example/',
      'http://images.example:25/',
      'http://images.example:443/',
      'https://images.example:80/',
      'http://user:secret@images.example/',
      ...hostileLiterals.map((host) => `http://${host}/`),
    ])('are refused for the URL %s', (url) => expect(faultOfOutboundUrl(url, rules)).toBeDefined());

    it('still reach only public hosts', async () => {
      expect(faultOfTarget('8.8.8.8', 'http:', 80, rules)).toBeUndefined();
      const agent = guardedAgent({ ...rules, connectTimeoutMs: 2000, resolve: answering(['8.8.8.8', '10.0.0.1']) });
      const request = agent.request({ origin: 'http://images.example', path: '/', method: 'GET' });
      await expect(request).rejects.toMatchObject({ message: 'images.example: 10.0.0.1 is not a public address' });
      await agent.destroy();
    });
  });

  describe('when the operator allowed a private range', () => {
    let server: http.Server;
    let port: number;
    beforeAll(async () => {
      server = http.createServer((_request, response) => response.end('hello')).listen(0, '127.0.0.1');
      await new Promise((resolve) => server.once('listening', resolve));
      port = (server.address() as AddressInfo).port;
    });
    afterAll(() => void server.close());

    const opened = addressRanges.parse('127.0.0.1/32, fd00::/8');

    it('reach hosts in that range, even with plain http and on any port', async () => {
      expect(faultOfOutboundUrl(`http://127.0.0.1:22/`, { opened })).toBeUndefined();
      expect(await failureOf(`http://127.0.0.1:${port}`, answering([]), opened)).toMatchObject({ statusCode: 200 });
      const named = await failureOf(`http://receiver.test:${port}`, answering(['127.0.0.1']), opened);
      expect(named).toMatchObject({ statusCode: 200 });
    });

    it('are refused when an allowed name later resolves to an address outside the range', async () => {
      let asked = 0;
      const changing: Resolve = async () => [{ address: asked++ === 0 ? '127.0.0.1' : '127.0.0.2', family: 4 }];
      const url = `http://receiver.test:${port}`;
      expect(await failureOf(url, changing, opened)).toMatchObject({ statusCode: 200 });
      expect(await failureOf(url, changing, opened)).toMatchObject({ code: 'REFUSED_TARGET' });
    });

    it('may use plain http only for a name whose addresses are all in the range', async () => {
      const check = (url: string, ...addresses: string[]) => checkOutboundUrl(url, { opened }, answering(addresses));
      expect(await check('http://receiver.test/', '127.0.0.1')).toBeUndefined();
      expect(await check('https://receiver.test/')).toBeUndefined();
      for (const addresses of [[], ['10.0.0.1'], ['8.8.8.8'], ['127.0.0.1', '10.0.0.1']]) {
        expect(await check('http://receiver.test/', ...addresses)).toBe(
          'is refused: the address does not lead to an allowed public host by http; expected an address that begins with https://',
        );
      }
      const failing = () => Promise.reject(new Error('ESERVFAIL'));
      expect(await checkOutboundUrl('http://receiver.test/', { opened }, failing)).toContain('is refused');
    });

    it('reach no other private address, and reach the internet only with https', async () => {
      expect(await failureOf(`http://127.0.0.2:${port}`, answering([]), opened)).toMatchObject({
        code: 'REFUSED_TARGET',
      });
      const plain = await failureOf('http://hooks.example/', answering(['8.8.8.8']), opened);
      expect(plain.message).toBe('hooks.example: 8.8.8.8 may be reached by https only');
    });
  });

  it('cannot be allowed by a setting that is not a list of CIDRs', () => {
    expect(addressRanges.safeParse('127.0.0.1').success).toBe(false);
    expect(addressRanges.safeParse('10.0.0.0/33').success).toBe(false);
    expect(addressRanges.parse('')).toEqual([]);
  });
});
