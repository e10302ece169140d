import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { IMPORT_MEDIA_TYPE } from '@keyhaven/contracts/shared/import-contract';
import { until } from '@keyhaven/testing/until';
import type { DemoTarget } from '../loading/demo-target';

/** A request that the stub received. */
export interface SeenRequest {
  path: string;
  key: string;
  authorization: string;
  body: Record<string, unknown>;
}

/**
 * A stub of the services. Like the services, it returns the first response again for a repeated Idempotency-Key. Tests
 * can make requests fail or wait.
 */
export interface StubPlatform {
  target: DemoTarget;
  /** All received requests and import lines, in the order of arrival. */
  seen: SeenRequest[];
  /** The created records, by Idempotency-Key or import key. */
  made: Map<string, { id: number; body: Record<string, unknown> }>;
  /** The largest number of requests that were in progress at the same time. */
  mostAtOnce(): number;
  /**
   * Decides how the stub responds to a request: with the returned response, by closing the connection (`break`), or
   * with success (undefined).
   */
  answerWith: (request: SeenRequest) => { status: number; body: unknown } | 'break' | undefined;
  /** Holds back all responses until this many requests are in progress. */
  holdUntilAtOnce(count: number): Promise<void>;
  stop(): Promise<void>;
}

export async function startStubPlatform(): Promise<StubPlatform> {
  const seen: SeenRequest[] = [];
  const made: StubPlatform['made'] = new Map();
  let underWay = 0;
  let most = 0;
  let released: Promise<void> = Promise.resolve();

  const answer = (request: SeenRequest): { status: number; body: unknown } | 'break' => {
    const chosen = stub.answerWith(request);
    if (chosen) return chosen;
    const known = made.get(request.key);
    if (known && JSON.stringify(known.body) !== JSON.stringify(request.body)) {
      return { status: 422, body: { messages: ['this key was used for another request'] } };
    }
    const record = known ?? { id: 1000 + made.size, body: request.body };
    made.set(request.key, record);
    return { status: 200, body: { ...request.body, id: record.id, token: `pt_${record.id}` } };
  };
  /** Responds to the lines of an import in order. If `break` is returned for a line, the import ends at this line. */
  const answerImport = (lines: readonly SeenRequest[]): ReturnType<typeof answer> => {
    const items = [];
    for (const [index, line] of lines.entries()) {
      const answered = answer(line);
      if (answered === 'break') return answered;
      const { status, body } = answered as { status: number; body: Record<string, unknown> };
      const reported = { line: index + 1, import_key: line.key };
      const error = { messages: [], ...body, status: 'bad_request', status_code: status };
      if (status === 200) items.push({ ...reported, result: 'created', id: body.id, error: null });
      else items.push({ ...reported, result: 'refused', id: null, error });
    }
    return { status: 200, body: { created: items.length, same: 0, refused: 0, items } };
  };
  const server = http.createServer((request, response) => {
    underWay += 1;
    most = Math.max(most, underWay);
    let text = '';
    request.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    request.on('end', () => {
      const path = request.url ?? '';
      const authorization = request.headers.authorization ?? '';
      const isImport = request.headers['content-type'] === IMPORT_MEDIA_TYPE;
      const arrived = (isImport ? text.split('\n') : [text]).map((line): SeenRequest => {
        const { import_key, ...body } = JSON.parse(line) as Record<string, unknown> & { import_key?: string };
        return { path, authorization, body, key: import_key ?? String(request.headers['idempotency-key']) };
      });
      seen.push(...arrived);
      void released.then(() => {
        underWay -= 1;
        const result = isImport ? answerImport(arrived) : answer(arrived[0]!);
        if (result === 'break') return void request.socket.destroy();
        response.writeHead(result.status, { 'content-type': 'application/json' }).end(JSON.stringify(result.body));
      });
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

  const stub: StubPlatform = {
    target: {
      urls: { identity: url, booking: url, pricing: url, fees: url, finance: url, messaging: url },
      serviceToken: (audience) => Promise.resolve(`service-of-${audience}`),
      accountToken: (audience, accountId) => Promise.resolve(`account-${accountId}-of-${audience}`),
    },
    seen,
    made,
    mostAtOnce: () => most,
    answerWith: () => undefined,
    holdUntilAtOnce: (count) => {
      released = until(() => underWay === count).then(() => undefined);
      return released;
    },
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
  return stub;
}
