import { Pool } from 'undici';

/**
 * The maximum number of connections: more than any benchmark has clients, so that no request waits for a connection.
 */
const CONNECTIONS = 64;

/** Sends requests to one address and throws if a response is not a success. */
export class HttpClient {
  readonly #pool: Pool;

  constructor(
    private readonly url: string,
    private readonly authorization: () => Promise<string>,
  ) {
    this.#pool = new Pool(url, { connections: CONNECTIONS, pipelining: 1 });
  }

  /**
   * Sends a request, and reads and discards the response. @throws Error if the response is not a success, or does not
   * have the expected length.
   */
  async run(method: string, path: string, body?: string, expectedBytes?: number): Promise<void> {
    const bytes = await this.#send(method, path, body);
    if (expectedBytes !== undefined && bytes.byteLength !== expectedBytes) {
      throw new Error(`${this.url}${path} answered ${bytes.byteLength} bytes; expected ${expectedBytes}`);
    }
  }

  async json<Body>(method: string, path: string, body?: unknown): Promise<Body> {
    const bytes = await this.#send(method, path, body === undefined ? undefined : JSON.stringify(body));
    return JSON.parse(Buffer.from(bytes).toString()) as Body;
  }

  async bytes(path: string): Promise<Buffer> {
    return Buffer.from(await this.#send('GET', path, undefined));
  }

  stop(): Promise<void> {
    return this.#pool.close();
  }

  async #send(method: string, path: string, body: string | undefined): Promise<ArrayBuffer> {
    const headers = { authorization: await this.authorization(), ...(body && { 'content-type': 'application/json' }) };
    const answer = await this.#pool.request({ method, path, headers, body });
    const bytes = await answer.body.arrayBuffer();
    if (answer.statusCode < 200 || answer.statusCode > 299) {
      const text = Buffer.from(bytes).toString().slice(0, 500);
      throw new Error(`${method} ${this.url}${path} answered ${answer.statusCode}: ${text}`);
    }
    return bytes;
  }
}
