// A server without any limit, with which the tests check that they detect missing limits. It answers ordinary clients
// correctly.
import http from 'node:http';
import zlib from 'node:zlib';

const decompress = { gzip: zlib.gunzipSync, deflate: zlib.inflateSync, br: zlib.brotliDecompressSync };
const guests = [];

const server = http.createServer(
  { headersTimeout: 0, requestTimeout: 0, keepAliveTimeout: 0, maxHeaderSize: 100_000_000, requireHostHeader: false },
  (request, response) => void answer(request, response).catch(() => response.destroy()),
);
server.maxHeadersCount = 0;
// Without this handler, Node would close connections with invalid requests.
server.on('clientError', () => {});

async function answer(request, response) {
  if (request.headers['x-request-id']) console.log(request.headers['x-request-id']);
  const body = await read(request);
  response.setHeader('content-type', 'application/json');
  const answer = route(request, body);
  // The response to a request for a stream stays open.
  if (answer !== undefined) response.end(JSON.stringify(answer));
}

async function read(request) {
  const parts = [];
  request.on('data', (part) => parts.push(part));
  await new Promise((resolve, reject) => request.once('end', resolve).once('error', reject));
  const encodings = (request.headers['content-encoding'] ?? '').split(', ').filter(Boolean);
  return encodings.reduce((bytes, encoding) => decompress[encoding](bytes), Buffer.concat(parts));
}

function route({ method, url }, body) {
  if (method === 'GET' && url === '/v2/events') return undefined;
  if (method === 'GET' && url.startsWith('/v2/calendar/')) return { property_id: 1 };
  if (method === 'GET' && url.startsWith('/v2/guests')) return { items: guests };
  if (method === 'GET') return { id: 1 };
  const sent = body.length > 0 && body.length < 1000 ? JSON.parse(body) : {};
  if (method === 'POST') guests.push({ id: guests.length + 1, ...sent });
  return { id: guests.length, ...sent };
}

server.listen(0, '127.0.0.1', () => console.log(`ready at http://127.0.0.1:${server.address().port}`));
