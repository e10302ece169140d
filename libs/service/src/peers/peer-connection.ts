import { ApiError, errorBody } from '@keyhaven/contracts/shared/errors';
import { REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import { tracing } from '@keyhaven/tracing/tracing';
import { insertParamsIntoPath } from '@keyhaven/contracts/platform/ts-rest';
import { Pool } from 'undici';
import type { TokenSigner } from '../auth/token-signer';
import { CALL_MS, callPeer, PARALLEL_CALLS, type Peer, type PeerRequest } from './peer';

export interface PeerConnectionOptions {
  /** The name of the called service, which is the audience of the tokens. */
  service: string;
  /**
   * Returns the URL of the service. It is not called before the first request, because services
   * that start together do not know each other's ports yet.
   */
  url: () => string;
  sign: TokenSigner;
  /** How long a call may take, in milliseconds. */
  timeoutMs?: number;
  /** The maximum number of calls that run in parallel. */
  connections?: number;
}

/**
 * A pool of connections to another service. Each call has a signed service token. Calls are not
 * repeated.
 */
export class PeerConnection implements Peer {
  private opened: Pool | undefined;

  constructor(private readonly options: PeerConnectionOptions) {}

  get service(): string {
    return this.options.service;
  }

  private get pool(): Pool {
    const { url, timeoutMs = CALL_MS, connections = PARALLEL_CALLS } = this.options;
    this.opened ??= new Pool(url(), {
      connections,
      // Less than the 75 s after which services close idle connections.
      keepAliveTimeout: 30_000,
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return this.opened;
  }

  post<Answer>({ route, params, body, answer, requestId }: PeerRequest<Answer>): Promise<Answer> {
    const { service, sign, timeoutMs = CALL_MS } = this.options;
    const path = insertParamsIntoPath({ path: route.path, params });
    return callPeer(service, route, async () => {
      const response = await this.pool.request({
        method: 'POST',
        path,
        headers: {
          authorization: `Bearer ${await sign({ audience: service, scope: 'service' })}`,
          'content-type': 'application/json',
          ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
          ...tracing?.headers(),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw errorOf(response.statusCode, text, response.headers['retry-after']);
      return answer.parse(JSON.parse(text));
    });
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }
}

/** Returns the error with which the service answered. */
function errorOf(status: number, text: string, retryAfter: string | string[] | undefined): Error {
  const { success, data } = errorBody.safeParse(parsed(text));
  if (!success) return new Error(`answered ${status}: ${text.slice(0, 200)}`);
  return new ApiError(data.status, data.messages, typeof retryAfter === 'string' ? { 'Retry-After': retryAfter } : {});
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
