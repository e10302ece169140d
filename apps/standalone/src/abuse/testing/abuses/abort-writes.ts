import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import type { Abuse, Door } from '../door';
import { head, RawConnection } from '../raw-connection';

const WRITES = 40;
/**
 * The delay before a write is aborted grows by this many milliseconds from write to write, so that the aborts hit every
 * phase of a write.
 */
const STEP_MS = 0.5;

const made = z.object({ id: z.number() });
const list = z.object({ items: z.array(z.object({ first_name: z.string().nullable() })) });

/**
 * Aborts writes while they are carried out, and repeats them with the same key. Each write must be carried out exactly
 * once.
 */
export const abortWrites: Abuse = async (door) => {
  const names = Array.from({ length: WRITES }, () => randomUUID());
  const faults = await Promise.all(names.map((name, at) => abortAndRepeat(door, name, at)));
  const { items } = list.parse(await json(`${door.url}/v2/guests?limit=1000`, door));
  const counts = names.map((name) => items.filter(({ first_name }) => first_name === name).length);
  const wrong = counts.filter((count) => count !== 1);
  return [...faults.flat(), ...(wrong.length === 0 ? [] : [`writes were carried out ${wrong.join(', ')} times`])];
};

async function abortAndRepeat(door: Door, name: string, at: number): Promise<string[]> {
  const body = JSON.stringify({ first_name: name });
  const headers = {
    Authorization: door.authorization,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    'Idempotency-Key': name,
  };
  // One write in four is aborted in the middle of its body.
  const isCut = at % 4 === 0;
  const { socket } = new RawConnection(door.url, { reads: false });
  await new Promise((resolve) => socket.once('connect', resolve));
  socket.write(head('POST', '/v2/guests', headers) + (isCut ? body.slice(0, -5) : body));
  await sleep(at * STEP_MS);
  socket.destroy();
  const repeat = () =>
    json(`${door.url}/v2/guests`, door, { method: 'POST', headers: { 'Idempotency-Key': name }, body });
  const [first, second] = [await repeat(), await repeat()];
  return JSON.stringify(first) === JSON.stringify(second) && made.safeParse(first).success
    ? []
    : [`an aborted write was answered ${JSON.stringify(first)} and then ${JSON.stringify(second)}`];
}

async function json(url: string, { authorization }: Door, init: RequestInit = {}): Promise<unknown> {
  const headers = { authorization, 'content-type': 'application/json', ...(init.headers as Record<string, string>) };
  return (await fetch(url, { ...init, headers })).json();
}
