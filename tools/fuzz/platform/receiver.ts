import type { RequestListener } from 'node:http';

/** The smallest PNG image: one transparent pixel. */
const IMAGE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** Accepts every webhook, and responds to each GET with an image. */
export const answerAsReceiver: RequestListener = (request, response) => {
  request.resume();
  if (request.method === 'GET') response.setHeader('content-type', 'image/png').end(IMAGE);
  else response.end('ok');
};
