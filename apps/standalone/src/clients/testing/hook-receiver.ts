import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';

/** A delivery as a program receives it. */
export interface Delivery {
  /** The path with the query. */
  path: string;
  type: string | undefined;
  authorization: string | undefined;
  raw: string;
  payload: any;
}

/** An endpoint of a program. It refuses the first delivery to /flaky with a 500, and accepts all others. */
export async function startHookReceiver(): Promise<LoopbackServer & { deliveries: Delivery[] }> {
  const deliveries: Delivery[] = [];
  const server = await startLoopbackServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const raw = Buffer.concat(chunks).toString('utf8');
      const { url: path = '', headers } = request;
      const isFirst = !deliveries.some((delivery) => delivery.path === path);
      const { 'content-type': type, authorization } = headers;
      deliveries.push({ path, type, authorization, raw, payload: JSON.parse(raw) });
      response.writeHead(path === '/flaky' && isFirst ? 500 : 200).end();
    });
  });
  return { ...server, deliveries };
}
