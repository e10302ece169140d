import type { Abuse, Door } from '../door';
import { head, RawConnection } from '../raw-connection';

/**
 * After how many bytes of an endless body the test gives up. Bytes in the buffers of the operating system count too.
 */
const MAX_SENT = 120_000_000;
const PART = Buffer.alloc(65_536, ' ');
const CHUNK = Buffer.concat([Buffer.from(`${PART.length.toString(16)}\r\n`), PART, Buffer.from('\r\n')]);
const TOO_LONG = 10_000_000_000;

interface Body {
  target: string;
  headers: Record<string, string | number>;
  part: Buffer;
  status: number;
}

const json = { 'Content-Type': 'application/json' };
const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
const chunked = { 'Transfer-Encoding': 'chunked' };

function bodiesFor({ authorization }: Door): Body[] {
  const known = { ...json, Authorization: authorization };
  return [
    { target: '/v2/guests', headers: { ...known, ...chunked }, part: CHUNK, status: 413 },
    { target: '/v2/guests', headers: { ...known, 'Content-Length': TOO_LONG }, part: PART, status: 413 },
    { target: '/v2/guests', headers: { ...json, ...chunked }, part: CHUNK, status: 401 },
    { target: '/portal/sign-in', headers: { ...form, ...chunked }, part: CHUNK, status: 413 },
    { target: '/portal/sign-in', headers: { ...form, 'Content-Length': TOO_LONG }, part: PART, status: 413 },
    { target: '/oauth/access_token', headers: { ...form, ...chunked }, part: CHUNK, status: 413 },
  ];
}

/** Sends bodies that do not end. Each must be refused, and its connection closed. */
export const sendEndlessBodies: Abuse = async (door) => sendAll(door.url, bodiesFor(door));

/** Sends endless bodies directly to a service. A service reads the body before it checks credentials. */
export const sendEndlessBodiesToService: Abuse = async (door) => {
  const ofGuests = bodiesFor(door).filter(({ target }) => target === '/v2/guests');
  return sendAll(
    door.url,
    ofGuests.map((body) => ({ ...body, status: 413 })),
  );
};

async function sendAll(url: string, bodies: readonly Body[]): Promise<string[]> {
  const faults = bodies.map(async ({ target, headers, part, status }) => {
    const connection = new RawConnection(url).send(head('POST', target, headers));
    const sent = await connection.sendWhileOpen(part, MAX_SENT);
    const name = `an endless body to ${target}`;
    const [first] = sent >= MAX_SENT ? [] : await connection.answers(1);
    connection.socket.destroy();
    if (sent >= MAX_SENT) return [`${name} was read for ${sent} bytes`];
    return first === status ? [] : [`${name} got ${first ?? 'no answer'}; expected ${status}`];
  });
  return (await Promise.all(faults)).flat();
}
