import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { until } from '@keyhaven/testing/until';
import express from 'express';
import { BodyBudget, FREE_BYTES } from './body-budget';
import { boundBody } from './bound-body';
import { errorHandler } from './error-handler';
import { createLogger } from '../observability/logger';

const MAX_BODY = 1_000_000;
const servers: LoopbackServer[] = [];
afterAll(() => Promise.all(servers.map((server) => server.close())));

/** Starts a server that reads JSON bodies with this budget. */
async function startReader(budget: BodyBudget) {
  const app = express();
  let received = 0;
  app.use((request, _response, next) => {
    request.on('data', (chunk: Buffer) => (received += chunk.length));
    next();
  });
  app.use(boundBody(MAX_BODY, budget), express.json({ limit: MAX_BODY }));
  app.use((_request, response) => {
    if (!response.headersSent) response.json({});
  });
  app.use(errorHandler(createLogger('reader', 'silent')));
  const server = await startLoopbackServer(app);
  servers.push(server);
  /** Sends the first part of a body. Content-Length announces a million bytes. */
  const open = (part: Buffer, headers: Record<string, string> = {}) => {
    const about = { 'content-type': 'application/json', 'content-length': String(MAX_BODY), ...headers };
    const request = http.request(server.url, { method: 'POST', agent: false, headers: about });
    const answer = new Promise<http.IncomingMessage>((resolve) => request.once('response', resolve));
    request.on('error', () => {});
    request.write(part);
    return { request, answer };
  };
  return { open, received: () => received };
}

const half = Buffer.alloc(MAX_BODY / 2, ' ');
const whole = Buffer.from(`{${' '.repeat(MAX_BODY - 2)}}`);

describe('requests whose bodies arrive at the same time', () => {
  /**
   * Sends three requests, each with only the first part of its body. After these parts have arrived, sends a fourth
   * such request. @returns the fourth request, and the other three.
   */
  async function fourth(budget: BodyBudget, isCompressed = false) {
    const { open, received } = await startReader(budget);
    const part = isCompressed ? gzipSync(half).subarray(0, 400) : half;
    const headers: Record<string, string> = isCompressed ? { 'content-encoding': 'gzip' } : {};
    const others = [1, 2, 3].map(() => open(part, headers));
    await until(() => received() === 3 * part.length);
    return { ...open(part, headers), others, open, received, part };
  }
  /** A budget that is used up by three half-sent bodies. */
  const budgetOf = (isGzip: boolean) => 3 * ((isGzip ? 412_800 : MAX_BODY / 2) - FREE_BYTES);

  it.each([false, true])(
    'are refused with 503 and Retry-After if their bodies together exceed the memory budget (compressed: %s)',
    async (isGzip) => {
      const { answer, others, open, request } = await fourth(new BodyBudget(budgetOf(isGzip)), isGzip);
      const { statusCode, headers } = await answer;
      expect([statusCode, headers['retry-after']]).toEqual([503, '1']);
      // A small body is accepted even while the budget is used up.
      const small = open(Buffer.from('{}'), { 'content-length': '2' });
      expect((await small.answer).statusCode).toBe(200);
      for (const each of [...others, { request }]) each.request.destroy();
      // The closed requests have released the budget.
      const statusOf = async () => {
        const next = open(whole);
        next.request.end();
        return (await next.answer).statusCode;
      };
      await until(async () => (await statusOf()) !== 503);
    },
  );

  it('are all accepted if the memory budget is unlimited', async () => {
    const { others, request, received, part } = await fourth(new BodyBudget(Infinity));
    await until(() => received() === 4 * part.length);
    for (const each of [...others, { request }]) each.request.destroy();
  });
});
