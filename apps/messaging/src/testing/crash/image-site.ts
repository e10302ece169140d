import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/loopback-server';
import { onePoint } from '../messaging-under-test';

let server: LoopbackServer | undefined;

/** A web server that answers every request with an image. */
export const imageSite = {
  start: async (): Promise<void> => {
    server = await startLoopbackServer((_request, response) => response.end(onePoint));
  },
  stop: async (): Promise<void> => server?.close(),
  image: (): string => `${server!.url}/image.png`,
};
