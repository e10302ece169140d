import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { until } from '@keyhaven/testing/until';
import { s3Store } from './s3-store';

/** A fake S3 with the operations that the store needs. It keeps objects in memory, and requires signed requests. */
function startFakeS3(): Promise<{ url: string; objects: Map<string, Buffer>; close(): void }> {
  const objects = new Map<string, Buffer>();
  const server = http.createServer((request, response) => {
    const authorization = request.headers.authorization ?? '';
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const isSigned = /^AWS4-HMAC-SHA256 Credential=AK\/\d{8}\/eu-central-1\/s3\/aws4_request, /.test(authorization);
      if (!isSigned) return void response.writeHead(403).end();
      const key = request.url!;
      if (!key.startsWith('/bucket/')) return void response.writeHead(404).end();
      if (request.method === 'PUT') objects.set(key, Buffer.concat(chunks));
      if (request.method === 'DELETE') objects.delete(key);
      const found = objects.get(key);
      if (request.method === 'GET' && !found) return void response.writeHead(404).end('<Error/>');
      response.writeHead(request.method === 'DELETE' ? 204 : 200).end(request.method === 'GET' ? found : undefined);
    });
  });
  return new Promise((resolve) =>
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      resolve({ url: `http://127.0.0.1:${port}`, objects, close: () => void server.close() });
    }),
  );
}

const options = { region: 'eu-central-1', accessKeyId: 'AK', secretAccessKey: 'secret' };

describe('the object store that uses an S3 bucket', () => {
  it('stores, reads and deletes objects with signed requests', async () => {
    const s3 = await startFakeS3();
    try {
      const store = s3Store({ ...options, bucketUrl: `${s3.url}/bucket/` });
      await store.put('a.png', Buffer.from('bytes'), 'image/png');
      expect([...s3.objects.keys()]).toEqual(['/bucket/a.png']);
      const found = await store.get('a.png');
      expect(await text(found!.body)).toBe('bytes');
      await store.delete('a.png');
      await store.delete('a.png');
      expect(await store.get('a.png')).toBeUndefined();
    } finally {
      s3.close();
    }
  });

  it('reads an object for a client that takes longer than the timeout of the store', async () => {
    const s3 = await startFakeS3();
    try {
      const store = s3Store({ ...options, timeoutMs: 2000, bucketUrl: `${s3.url}/bucket` });
      // The object is larger than all buffers between the bucket and the client together.
      s3.objects.set('/bucket/large.png', Buffer.alloc(30_000_000, 7));
      const { body } = (await store.get('large.png'))!;
      await once(AbortSignal.timeout(2500), 'abort');
      expect((await buffer(body)).length).toBe(30_000_000);
    } finally {
      s3.close();
    }
  });

  it('throws an error if the bucket sends nothing for the length of the timeout', async () => {
    const stalling = http.createServer((_request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('half');
    });
    await once(stalling.listen(0, '127.0.0.1'), 'listening');
    try {
      const bucketUrl = `http://127.0.0.1:${(stalling.address() as AddressInfo).port}/bucket`;
      const store = s3Store({ ...options, timeoutMs: 300, bucketUrl });
      const read = async () => text((await store.get('a.png'))!.body);
      await expect(read()).rejects.toThrow('there was no answer within 0.3 seconds');
    } finally {
      stalling.closeAllConnections();
      stalling.close();
    }
  });

  it('closes the connection to the bucket if the stream is destroyed before anything is read from it', async () => {
    const closed = new Set<string>();
    const endless = http.createServer((request, response) => {
      response.writeHead(200).write('half');
      response.once('close', () => closed.add(request.url!));
    });
    await once(endless.listen(0, '127.0.0.1'), 'listening');
    try {
      const bucketUrl = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/bucket`;
      const { body } = (await s3Store({ ...options, bucketUrl }).get('a.png'))!;
      body.destroy();
      await until(() => closed.has('/bucket/a.png'), 5_000);
    } finally {
      endless.closeAllConnections();
      endless.close();
    }
  });

  it('throws an error if the bucket does not exist or refuses the credentials', async () => {
    const s3 = await startFakeS3();
    try {
      const store = s3Store({ ...options, bucketUrl: `${s3.url}/nowhere` });
      await expect(store.put('a.png', Buffer.from('bytes'), 'image/png')).rejects.toThrow('does not exist');
      const stranger = s3Store({ ...options, accessKeyId: 'OTHER', bucketUrl: `${s3.url}/bucket` });
      await expect(stranger.put('a.png', Buffer.from('bytes'), 'image/png')).rejects.toThrow('answered 403');
    } finally {
      s3.close();
    }
  });
});
