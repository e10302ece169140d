import { type LoopbackServer, startLoopbackServer } from '@keyhaven/testing/crash/loopback-server';
import { onePoint } from '../messaging-under-test';

let server: LoopbackServer | undefined;

/** A web server with the images that clients name. */
export const imageSite = {
  start: async (): Promise<void> => {
    server = await startLoopbackServer((_request, response) => response.end(onePoint));
  },
  stop: async (): Promise<void> => server?.close(),
  /** The address of an image. */
  image: (): string => `${server!.url}/image.png`,
};
