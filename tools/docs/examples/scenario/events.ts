import { until } from '@keyhaven/testing/until';
import type { Scenario } from '../scenario';

/** The maximum number of requests of an account that may wait for events at the same time. */
const MAX_WAITING = 20;
/** The pause before a refused request is repeated, in milliseconds. By then, an earlier request may have ended. */
const PAUSE_MS = 100;

export async function callEvents(scenario: Scenario): Promise<void> {
  const { call, prepare } = scenario;
  const before = await prepare('listEvents', { query: { after: 'latest' } });
  const guest = await prepare('createGuest', { body: { first_name: 'Ada', last_name: 'Rossi' } });
  // The log gets events with a delay. Wait until it contains this guest, so that the next event is the deletion.
  await until(async () => {
    const { items } = await prepare('listEvents', { query: { after: before.next_cursor, types: 'guest' } });
    return items.some(({ entity_id }: { entity_id: number }) => entity_id === guest.id);
  });
  const latest = await call('listEvents', 'The end of the log', { query: { after: 'latest' } });
  await prepare('deleteGuest', { params: { id: guest.id } });
  await call('listEvents', 'Wait for changes of guests after a cursor', {
    query: { after: latest.next_cursor, types: 'guest', wait: 20, limit: 1 },
  });
  await call('listEvents', 'A cursor that is none', { query: { after: 'yesterday' } }, { status: 400 });
  await whileOthersWait(scenario, () =>
    call('listEvents', 'Too many requests wait', { query: { after: 'latest', wait: 20 } }, { status: 429 }),
  );
}

/** Calls `work` while the account has the maximum number of requests that wait for events. */
async function whileOthersWait({ platform }: Scenario, work: () => Promise<unknown>): Promise<void> {
  const end = new AbortController();
  const headers = { authorization: `Bearer ${platform.account.accessToken}` };
  const wait = (seconds: number) =>
    fetch(`${platform.url}/v2/events?after=latest&types=owner&wait=${seconds}`, { headers, signal: end.signal });
  const keepWaiting = async () => {
    while (!end.signal.aborted) {
      await wait(30).catch(() => undefined);
      await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
    }
  };
  const waiting = Array.from({ length: MAX_WAITING }, keepWaiting);
  try {
    await until(async () => (await wait(1)).status === 429);
    await work();
  } finally {
    end.abort();
    await Promise.all(waiting);
  }
}
