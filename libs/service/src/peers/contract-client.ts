import { ApiError, errorBody } from '@keyhaven/contracts/shared/errors';
import { REQUEST_ID_HEADER } from '@keyhaven/contracts/shared/headers';
import { waitFor } from '@keyhaven/persistence/request-progress';
import { tracing } from '@keyhaven/tracing/tracing';
import { type AppRouter, initClient } from '@keyhaven/contracts/platform/ts-rest';
import { Pool } from 'undici';
import type { TokenRequest, TokenSigner } from '../auth/token-signer';
import { PAGE_CALL_MS, PARALLEL_CALLS } from './peer';
import { traceCall } from './trace-call';

/** A request without the headers that `request` adds: the token, the request id and the trace. */
export interface PlainRequest {
  method: string;
  /** The path and query. */
  path: string;
  headers: Record<string, string>;
  body: string | null;
}

/** The connections to the public and operator APIs of a service. */
export class ServiceConnection {
  private opened: Pool | undefined;

  /**
   * @param url returns the URL of the service. It is not called before the first request, because
   *   services that start together do not know each other's ports yet.
   */
  constructor(
    private readonly service: string,
    private readonly url: () => string,
    private readonly sign: TokenSigner,
  ) {}

  /**
   * Creates a client for a contract of the service. Its functions return `{ status, body }`;
   * `bodyOf` reads the body of a success.
   * @param caller the caller for whom the requests are sent.
   */
  client<Contract extends AppRouter>(
    contract: Contract,
    caller: Omit<TokenRequest, 'audience'>,
    { requestId }: { requestId?: string } = {},
  ) {
    return initClient(contract, {
      baseUrl: '',
      api: ({ path, method, headers, body }) =>
        this.request({ path, method, headers, body: typeof body === 'string' ? body : null }, caller, requestId),
    });
  }

  /**
   * Sends a request whose route is known only at run time. Returns the response, whatever its
   * status is.
   * @param caller the caller for whom the request is sent.
   */
  request({ path, method, headers, body }: PlainRequest, caller: Omit<TokenRequest, 'audience'>, requestId?: string) {
    return waitFor(`${this.service} ${path}`, async () => {
      const token = await this.sign({ ...caller, audience: this.service });
      const own = {
        authorization: `Bearer ${token}`,
        ...(requestId === undefined ? {} : { [REQUEST_ID_HEADER]: requestId }),
      };
      // The span does not contain the path, because the path contains ids and query values.
      return traceCall({ service: this.service, method }, () =>
        this.send(path, method, { ...headers, ...own, ...tracing?.headers() }, body),
      );
    });
  }

  async close(): Promise<void> {
    await this.opened?.close();
  }

  private async send(path: string, method: string, headers: Record<string, string>, body: string | null) {
    this.opened ??= new Pool(this.url(), { connections: PARALLEL_CALLS, keepAliveTimeout: 30_000 });
    try {
      const signal = AbortSignal.timeout(PAGE_CALL_MS);
      const answer = await this.opened.request({ path, method, headers, body, signal });
      const text = await answer.body.text();
      return {
        status: answer.statusCode,
        body: text === '' ? undefined : (JSON.parse(text) as unknown),
        headers: new Headers(Object.entries(answer.headers).map(([name, value]) => [name, String(value)])),
      };
    } catch (error) {
      const message = `the ${this.service} service is not available; try again in 2 seconds`;
      throw Object.assign(new ApiError('unavailable', message, { 'Retry-After': '2' }), { cause: error });
    }
  }
}

/**
 * Returns the body of a successful response.
 * @throws ApiError with the Retry-After of the response, if the response is an error of the
 *   registry; Error for any other response.
 */
export function bodyOf<Answer extends { status: number; body: unknown; headers: Headers }>(
  answer: Answer,
): Extract<Answer, { status: 200 }>['body'] {
  if (answer.status === 200 || answer.status === 204) return answer.body;
  const refused = errorBody.safeParse(answer.body);
  if (refused.success) {
    const retryAfter = answer.headers.get('Retry-After');
    const headers: Record<string, string> = retryAfter === null ? {} : { 'Retry-After': retryAfter };
    throw new ApiError(refused.data.status, refused.data.messages, headers);
  }
  throw new Error(`a service answered ${answer.status} without an error of the registry`);
}
