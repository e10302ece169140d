import { KeyhavenError } from '../http/keyhaven-error';
import { type EventsMissedError, readEvents } from './read-events';

/**
 * An event log in which the cursor of each event is its position, from 1. Requests with a cursor up to `gone` get a
 * 410.
 */
function logOf(count: number, { gone = -1 } = {}) {
  const queries: any[] = [];
  const list = async (query: any): Promise<any> => {
    queries.push(query);
    const from = query.after === 'latest' ? count : Number(query.after ?? 0);
    if (query.after !== undefined && from <= gone)
      throw new KeyhavenError({ status: 410, code: 'gone', messages: ['too old'], method: 'GET', path: '/v2/events' });
    const items = Array.from({ length: Math.min(query.limit, count - from) }, (_, index) => ({
      id: `event-${from + index + 1}`,
      cursor: String(from + index + 1),
    }));
    return { items, next_cursor: String(from + items.length), has_more: from + items.length < count };
  };
  return { list, queries };
}

async function read(reader: AsyncIterable<{ id: string }>, most = Infinity): Promise<string[]> {
  const ids: string[] = [];
  for await (const { id } of reader) {
    if (ids.push(id) >= most) break;
  }
  return ids;
}

describe('the reader of the event log', () => {
  it('reads page after page, and stores the cursor of a page after the loop has handled all events of the page', async () => {
    const { list } = logOf(5);
    const steps: string[] = [];
    const onCursor = (cursor: string) => void steps.push(`stored ${cursor}`);
    for await (const { id } of readEvents(list, { follow: false, limit: 2, onCursor })) steps.push(id);
    expect(steps).toEqual(['event-1', 'event-2', 'stored 2', 'event-3', 'event-4', 'stored 4', 'event-5', 'stored 5']);
  });

  it('stores the cursor of the end of the log before it waits there, so that a restart misses no event', async () => {
    const { list, queries } = logOf(7);
    const stop = new AbortController();
    const cursors: string[] = [];
    const onCursor = (cursor: string) => {
      cursors.push(cursor);
      stop.abort();
    };
    expect(await read(readEvents(list, { after: 'latest', onCursor, signal: stop.signal }))).toEqual([]);
    expect(cursors).toEqual(['7']);
    expect(queries.map(({ after, wait }) => [after, wait])).toEqual([
      ['latest', 0],
      ['7', 30],
    ]);
  });

  it('does not count the event at which the loop was left as handled, so that a restart reads it again', async () => {
    const { list } = logOf(10);
    const cursors: string[] = [];
    const options = { follow: false, limit: 4, onCursor: (cursor: string) => void cursors.push(cursor) };
    expect(await read(readEvents(list, options), 6)).toHaveLength(6);
    expect(cursors).toEqual(['4', '5']);
    expect(await read(readEvents(list, { ...options, after: cursors.at(-1) }))).toEqual(
      [6, 7, 8, 9, 10].map((number) => `event-${number}`),
    );
  });

  it('stores the cursor of the event before the one whose handling failed', async () => {
    const { list } = logOf(3);
    const cursors: string[] = [];
    const failing = (async () => {
      for await (const { id } of readEvents(list, { follow: false, onCursor: (cursor) => void cursors.push(cursor) }))
        if (id === 'event-3') throw new Error('no');
    })();
    await expect(failing).rejects.toThrow('no');
    expect(cursors).toEqual(['2']);
  });

  it('waits for new events, and ends without an error when the signal is aborted', async () => {
    const leaving = new AbortController();
    const { list, queries } = logOf(1);
    const waiting = async (query: any, { signal }: { signal?: AbortSignal }): Promise<any> => {
      if (query.after !== '1') return list(query);
      queries.push(query);
      setTimeout(() => leaving.abort(), 10);
      await new Promise((_, reject) => signal!.addEventListener('abort', () => reject(signal!.reason as Error)));
    };
    expect(await read(readEvents(waiting, { signal: leaving.signal }))).toEqual(['event-1']);
    expect(queries.at(-1)).toMatchObject({ after: '1', wait: 30 });
  });

  it('throws EventsMissedError, with the cursor from which to continue, if events may be missing', async () => {
    const { list } = logOf(9, { gone: 3 });
    const failing = read(readEvents(list, { after: '2', follow: false }));
    await expect(failing).rejects.toMatchObject({
      name: 'EventsMissedError',
      continueAfter: '9',
      message: expect.stringContaining("read the lists of the records that you store, then continue with after: '9'"),
    });
  });

  it('calls onMissed, if set, instead of throwing EventsMissedError, and continues with later events', async () => {
    const { list } = logOf(9, { gone: 3 });
    const missed: EventsMissedError[] = [];
    const cursors: string[] = [];
    const options = { onMissed: (error: EventsMissedError) => void missed.push(error), follow: false };
    expect(
      await read(readEvents(list, { ...options, after: '2', onCursor: (cursor) => void cursors.push(cursor) })),
    ).toEqual([]);
    expect(missed.map(({ continueAfter }) => continueAfter)).toEqual(['9']);
    expect(cursors).toEqual(['9']);
  });
});
