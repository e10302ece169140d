import { ApiError } from '@keyhaven/contracts/shared/errors';
import { REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import { waitFor } from '@keyhaven/persistence/request-progress';
import { Pool } from 'undici';
import type { z } from 'zod';
import type { TokenSigner } from './auth/token-signer';

export interface ServiceClientOptions {
  /** The name of the service that is called: the audience of the tokens. */
  service: string;
  /** Where it is; asked at the first call, because services that start together learn each other's ports late. */
  url: () => string;
  sign: TokenSigner;
  /** How long a call may take, in milliseconds. */
  timeoutMs?: number;
  /** How many calls may be under way at once. */
  connections?: number;
}

/** How other services are called: by a signed service token, within a bounded time, and never twice. */
export class ServiceClient {
  private opened: Pool | undefined;

  constructor(private readonly options: ServiceClientOptions) {}

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
  async post<Answer extends z.ZodType>(
    path: string,
    body: unknown,
    answer: Answer,
    requestId?: string,
  ): Promise<z.output<Answer>> {
    return waitFor(`${this.options.service} ${path}`, () => this.send(path, body, answer, requestId));
  }

  private async send<Answer extends z.ZodType>(
    path: string,
    body: unknown,
    answer: Answer,
    requestId?: string,
  ): Promise<z.output<Answer>> {
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
      const unavailable = new ApiError('unavailable', `the ${service} service cannot be asked at the moment`, {
        'Retry-After': '2',
      });
      unavailable.cause = error;
      throw unavailable;
    }
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }
}
