import { initContract } from '@keyhaven/contracts/platform/ts-rest';
import { importJWK, SignJWT } from 'jose';
import { z } from 'zod';
import { createApp } from '../http/app';
import { mountContract } from '../http/mount-contract';
import { type RunningServer, serve } from '../http/serve';
import { createLogger } from '../observability/logger';
import { createDataMetrics } from '../observability/metrics';
import { makeIssuerKeys } from './make-keys';
import { fixedPublicKeys } from './public-keys';
import { clockReporter } from './token-out-of-time';
import { createTokenSigner } from './token-signer';
import { createTokenVerifier } from './token-verifier';

const apiKinds = ['public', 'internal', 'operator'] as const;
const issuers = ['gateway', 'operator', 'booking', 'finance', 'identity', 'pricing', '__proto__'];
/** The services that this test runs. */
const audiences = ['booking', 'identity', 'pricing', 'webhook'];

const keys = new Map<string, Awaited<ReturnType<typeof makeIssuerKeys>>>();
const servers = new Map<string, RunningServer>();
const logged: Record<string, unknown>[] = [];

/** Starts a service with one route on each API. */
async function startService(name: string): Promise<void> {
  const logger = createLogger(name, 'error', {
    write: (line: string) => void logged.push(JSON.parse(line) as Record<string, unknown>),
  });
  const publicKeys = fixedPublicKeys([...keys.values()].map(({ publicKey }) => publicKey));
  const metrics = createDataMetrics(name, false);
  const verify = createTokenVerifier(name, publicKeys, {
    onOutOfTime: clockReporter(logger, metrics.clockDifferences),
  });
  const app = createApp({
    logger,
    metrics,
    routes: (express) => {
      for (const api of apiKinds) {
        const contract = initContract().router({
          ask: { method: 'GET', path: `/${api}`, responses: { 200: z.any() } },
        });
        mountContract(express, api, verify, contract, { ask: () => Promise.resolve({ api }) });
      }
    },
  });
  servers.set(name, await serve(app, '127.0.0.1', 0));
}

beforeAll(async () => {
  for (const issuer of issuers) keys.set(issuer, await makeIssuerKeys(issuer));
  for (const name of audiences) await startService(name);
});
afterAll(() => Promise.all([...servers.values()].map((server) => server.close(0))));

async function ask(audience: string, api: string, token: string) {
  const response = await fetch(`${servers.get(audience)!.url}/${api}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return { status: response.status, headers: response.headers, body: (await response.json()) as any };
}

describe('issuer grants', () => {
  const allApis = audiences.flatMap((audience) => apiKinds.map((api) => `${audience} ${api}`));
  const opened: Record<string, string[]> = {
    gateway: [...audiences.map((audience) => `${audience} public`), 'identity internal'],
    operator: audiences.flatMap((audience) => [`${audience} public`, `${audience} operator`]),
    booking: ['identity internal', 'pricing internal'],
    finance: ['booking internal', 'identity internal'],
    identity: ['webhook internal'],
    pricing: ['booking internal', 'identity internal'],
    ['__proto__']: [],
  };

  it.each(issuers)('allow the issuer %s to call only the APIs that it needs', async (issuer) => {
    const sign = await createTokenSigner(issuer, keys.get(issuer)!.privateKey);
    const answers: string[] = [];
    for (const audience of audiences) {
      for (const api of apiKinds) {
        const scope = api === 'public' ? 'full' : 'service';
        const token = await sign({ audience, scope, ...(api === 'public' ? { accountId: 5 } : {}) });
        const { status } = await ask(audience, api, token);
        expect([200, 401]).toContain(status);
        if (status === 200) answers.push(`${audience} ${api}`);
      }
    }
    expect(answers.sort()).toEqual(allApis.filter((one) => opened[issuer]!.includes(one)).sort());
  });
});

describe('an internal token', () => {
  const now = () => Math.floor(Date.now() / 1000);

  /**
   * Creates a token for an account. @param ageSeconds how long ago the token was signed; negative
   * for the future.
   */
  async function aToken(ageSeconds: number, { issuer = 'gateway', scope = 'full', lifetime = 60 } = {}) {
    const { privateKey } = keys.get(issuer)!;
    const issuedAt = now() - ageSeconds;
    return new SignJWT({ scope, user_id: scope === 'service' ? undefined : 5 })
      .setProtectedHeader({ alg: 'EdDSA', kid: privateKey.kid })
      .setIssuer(issuer)
      .setAudience('booking')
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + lifetime)
      .sign(await importJWK(privateKey, 'EdDSA'));
  }

  it.each([0, 30, 59, 110, -50])('is accepted %i s after its signing (negative: before)', async (age) => {
    expect((await ask('booking', 'public', await aToken(age))).status).toBe(200);
  });

  it.each([30, 61, 120, 86_400])('is refused if its lifetime is %i s instead of 60 s', async (lifetime) => {
    const { status } = await ask('booking', 'public', await aToken(0, { lifetime }));
    expect(status).toBe(401);
  });

  it('is refused if it has no issue time', async () => {
    const { privateKey } = keys.get('gateway')!;
    const token = await new SignJWT({ scope: 'full', user_id: 5 })
      .setProtectedHeader({ alg: 'EdDSA', kid: privateKey.kid })
      .setIssuer('gateway')
      .setAudience('booking')
      .setExpirationTime(now() + 60)
      .sign(await importJWK(privateKey, 'EdDSA'));
    expect((await ask('booking', 'public', token)).status).toBe(401);
  });

  it.each([150, -90])(
    'is refused with 503 and a Retry-After header if it arrives %i s after its signing (negative: before)',
    async (age) => {
      const { status, headers, body } = await ask('booking', 'public', await aToken(age));
      expect([status, body.status]).toEqual([503, 'unavailable']);
      expect(Number(headers.get('retry-after'))).toBeGreaterThan(0);
    },
  );

  it('is refused with 401 on the operator API if it is too old, with a message that states its age', async () => {
    const token = await aToken(150, { issuer: 'operator', scope: 'service' });
    const { status, body } = await ask('booking', 'operator', token);
    expect(status).toBe(401);
    expect(body.messages[0]).toMatch(/^the token of operator was signed 15\d s ago/);
  });

  it('is logged with its issuer if the clocks differ by more than the tolerance', async () => {
    logged.length = 0;
    const token = await aToken(-300, { issuer: 'finance', scope: 'service' });
    expect((await ask('booking', 'internal', token)).status).toBe(401);
    expect(logged).toContainEqual(
      expect.objectContaining({ service: 'booking', event: 'clock_differs', issuer: 'finance' }),
    );
    expect(Number(logged[0]!.seconds)).toBeGreaterThan(290);
    expect(logged[0]!.msg).toMatch(/^the clock of finance is (29\d|300) s ahead of this one$/);
  });
});
