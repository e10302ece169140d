import { randomInt, randomUUID } from 'node:crypto';
import type { RequestListener } from 'node:http';
import { createTokenVerifier, type TokenVerifier } from '@keyhaven/service/auth/token-verifier';
import { createLogger } from '@keyhaven/service/observability/logger';
import type { OperatedPart } from '@keyhaven/service/operations/operated-part';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { startGateway } from '../gateway';
import { gatewayLimits } from '../settings';
import { upstreamNames, type UpstreamUrls } from '../routing/upstreams';
import { type Answer, bearer, send, type Sent } from './send';
import { type StubIdentity, startStubIdentity } from './stub-identity';
import { startStubServer, type StubListener, type StubServer } from './stub-server';

export interface GatewayUnderTest {
  url: string;
  /** The health and metrics of the gateway, as its operations port would show them. */
  operated: OperatedPart;
  identity: StubIdentity;
  /** Verifies an internal token that the booking service received, and returns its caller. */
  verify: TokenVerifier;
  /** The gateway's clock, in milliseconds. */
  clock: { now: number };
  /** Creates a token for a new account. */
  aToken(options?: {
    scope?: 'full' | 'read';
    expires_utc?: string;
    emailAddress?: string;
    app?: { key: string; owner_user_id: number } | null;
  }): {
    token: string;
    accountId: number;
  };
  /** Sends a request. Each request has valid credentials of the same account, unless other headers are given. */
  send(target: string, options?: Sent): Promise<Answer>;
  stop(): Promise<void>;
}

interface Options {
  /** Handles the requests to the booking service and to all other services except identity. */
  booking?: StubListener;
  /** The URL of the booking service. Defaults to the stub. */
  bookingUrl?: string;
  /** Whether the booking and webhook services run in the gateway's own process. */
  isLocal?: boolean;
  limits?: Record<string, string>;
  /** Receives the gateway's log lines. */
  log?: (line: string) => void;
}

/** Starts the gateway with a stub of identity, and one stub for all other services. */
export async function startGatewayUnderTest(options: Options = {}): Promise<GatewayUnderTest> {
  const keys = await makeTestKeys('gateway');
  const identity = await startStubIdentity(keys.publicKeys);
  const booking: StubServer = await startStubServer(options.booking ?? ((_request, response) => void response.end()));
  const clock = { now: Date.now() };
  const local: RequestListener = (request, response) => void options.booking?.(request, response);
  const gateway = await startGateway({
    host: '127.0.0.1',
    port: 0,
    logger: options.log
      ? createLogger('gateway', 'debug', { write: options.log })
      : createLogger('gateway', process.env.LOG_LEVEL ?? 'silent'),
    urls: {
      ...(Object.fromEntries(upstreamNames.map((name) => [name, booking.url])) as UpstreamUrls),
      identity: identity.url,
      booking: options.bookingUrl ?? booking.url,
    },
    handlers: options.isLocal ? { booking: local, webhook: local } : {},
    sign: keys.sign,
    limits: gatewayLimits.parse({ FAILED_CREDENTIALS_PACE_MS: '0', ...options.limits }),
    deadlineMs: 30_000,
    shutdownMs: 2000,
    processMetrics: false,
    now: () => clock.now,
  });
  const aToken: GatewayUnderTest['aToken'] = ({
    scope = 'full',
    expires_utc = null as never,
    emailAddress,
    app = null,
  } = {}) => {
    const accountId = randomInt(1, 2 ** 40);
    const token = `${emailAddress === undefined ? 'at' : 'pt'}_${randomUUID()}`;
    const answer = {
      active: true as const,
      user_id: accountId,
      person_id: 1,
      credential_id: 7,
      scope,
      expires_utc,
      app,
    };
    identity.tokens.set(token, { emailAddress, answer });
    return { token, accountId };
  };
  const usual = aToken();
  return {
    url: gateway.url,
    operated: gateway.operated,
    identity,
    verify: createTokenVerifier('booking', keys.publicKeys),
    clock,
    aToken,
    send: (target, sent = {}) =>
      send(gateway.url, target, { ...sent, headers: { ...bearer(usual.token), ...sent.headers } }),
    stop: async () => {
      await gateway.stop();
      await identity.stop();
      await booking.stop();
    },
  };
}
