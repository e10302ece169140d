import { ApiError } from '@keyhaven/contracts/shared/errors';
import { REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import { waitFor } from '@keyhaven/persistence/request-progress';
import { Pool } from 'undici';
import type { z } from 'zod';
import type { TokenSigner } from '../auth/token-signer';

export interface PeerConnectionOptions {
  /** The name of the called service: the audience of the tokens. */
  service: string;
  /**
   * The address of the service, read at the first call: services that start together learn each other's ports only
   * later.
   */
  url: () => string;
  sign: TokenSigner;
  /** How long a call may take, in milliseconds. */
  timeoutMs?: number;
  /** The number of calls that may run in parallel. */
  connections?: number;
}

/** One call: the filled-in path, the JSON body, and the schema of the answer. */
export interface PeerRequest<Answer> {
  path: string;
  body: unknown;
  answer: z.ZodType<Answer>;
  requestId?: string;
}

/** A pool of connections to another service. Each call carries a signed service token and is sent once, without retries. */
export class PeerConnection {
  private opened: Pool | undefined;

  constructor(private readonly options: PeerConnectionOptions) {}

  get service(): string {
    return this.options.service;
  }

  private get pool(): Pool {
    const { url, timeoutMs = 2000, connections = 64 } = this.options;
    this.opened ??= new Pool(url(), {
      connections,
      // Shorter than the 75 s for which services keep idle connections.
      keepAliveTimeout: 30_000,
      connectTimeout: timeoutMs,
      headersTimeout: timeoutMs,
      bodyTimeout: timeoutMs,
    });
    return this.opened;
  }

  /** @throws ApiError unavailable when the service cannot be reached, does not answer in time, or answers an error. */
  async post<Answer>(request: PeerRequest<Answer>): Promise<Answer> {
    return waitFor(`${this.service} ${request.path}`, () => this.send(request));
  }

  private async send<Answer>({ path, body, answer, requestId }: PeerRequest<Answer>): Promise<Answer> {
    const { service, sign, timeoutMs = 2000 } = this.options;
    try {
      const response = await this.pool.request({
        method: 'POST',
        path,
        headers: {
          authorization: `Bearer ${await sign({ audience: service, scope: 'service' })}`,
          'content-type': 'application/json',
          ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
        },
        body: JSON.stringify(body),
        signal: AbortSignal.timeout(timeoutMs),
      });
      const text = await response.body.text();
      if (response.statusCode !== 200) throw new Error(`answered ${response.statusCode}: ${text.slice(0, 200)}`);
      return answer.parse(JSON.parse(text));
    } catch (error) {
      const unavailable = new ApiError(
        'unavailable',
        `the ${service} service is not available; try again in 2 seconds`,
        {
          'Retry-After': '2',
        },
      );
      unavailable.cause = error;
      throw unavailable;
    }
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }
}
