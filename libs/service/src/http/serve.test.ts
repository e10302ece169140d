import { once } from 'node:events';
import http from 'node:http';
import net from 'node:net';
import express from 'express';
import { makeTestKeys, testGrants } from '@keyhaven/testing/test-keys';
import { createTokenVerifier } from '../auth/token-verifier';
import { createLogger } from '../observability/logger';
import { createMetrics } from '../observability/metrics';
import { createApp } from './app';
import { mountContract } from './mount-contract';
import { serve } from './serve';
import { MAX_BODY, startThingsServer, thingsContract, type ThingsServer } from './testing/things-server';

let things: ThingsServer;
beforeAll(async () => {
  things = await startThingsServer();
});
afterAll(() => things.close());

describe('serve', () => {
  it('finishes requests in progress at shutdown, and accepts no new ones', async () => {
    let hasStarted = false;
    const keys = await makeTestKeys();
    const verify = createTokenVerifier('things', keys.publicKeys, { grants: testGrants });
    const app = createApp({
      logger: createLogger('x', 'silent'),
      metrics: createMetrics('x', false),
      maxBodyBytes: MAX_BODY,
      routes: (router) =>
        mountContract(
          router,
          'public',
          verify,
          { read: thingsContract.read },
          {
            read: async () => {
              hasStarted = true;
              await new Promise((resolve) => setTimeout(resolve, 150));
              return { finished: true };
            },
          },
        ),
    });
    const stopping = await serve(app, '127.0.0.1', 0);
    const agent = new http.Agent({ keepAlive: true });
    const authorization = `Bearer ${await keys.sign({ audience: 'things', scope: 'full', accountId: 5 })}`;
    const inFlight = new Promise<string>((resolve, reject) => {
      http
        .get(`${stopping.url}/v2/things/1`, { agent, headers: { authorization } }, (response) => {
          let text = '';
          response.on('data', (chunk: Buffer) => (text += chunk.toString())).on('end', () => resolve(text));
        })
        .on('error', reject);
    });
    while (!hasStarted) await new Promise((resolve) => setTimeout(resolve, 2));
    const closed = stopping.close(5000);
    await expect(fetch(`${stopping.url}/healthz`)).rejects.toThrow();
    expect(await inFlight).toBe('{"finished":true}');
    await closed;
    agent.destroy();
  });

  it('does not wait at shutdown for connections on which no request was sent', async () => {
    const stopping = await serve(express(), '127.0.0.1', 0);
    const socket = net.connect(stopping.port, '127.0.0.1').resume();
    await once(socket, 'connect');
    // If the connection stayed open, the test would fail at its timeout.
    await Promise.all([once(socket, 'close'), stopping.close(600_000)]);
  });

  it('throws an error that names the port if it is already in use', async () => {
    const app = createApp({
      logger: createLogger('x', 'silent'),
      metrics: createMetrics('x', false),
      routes: () => {},
    });
    await expect(serve(app, '127.0.0.1', things.port)).rejects.toThrow(
      `port ${things.port} is taken; set PORT to another one`,
    );
  });
});
