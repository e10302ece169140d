import { until } from '@keyhaven/testing/until';
import type * as pauses from '../../http/pause';
import { answerJson, startStubPlatform, type StubPlatform } from '../../testing/stub-platform';
import { run } from '../program';

/** Returns an entry of the request log. Its path is the name, and the request ended `endedMs` milliseconds ago. */
function entryOf(name: string, endedMs: number) {
  return {
    id: `00000000-0000-4000-8000-${Buffer.from(name).toString('hex').padStart(12, '0')}`,
    request_id: name,
    received_utc: new Date(Date.now() - endedMs - 20).toISOString(),
    method: 'GET',
    route: 'GET /v2/guests',
    path: `/${name}`,
    status: 200,
    duration_ms: 20,
    is_dry_run: false,
    error_code: null,
    error_messages: [],
  };
}

// The command pauses for two seconds between two reads.
jest.mock<typeof pauses>('../../http/pause', () => {
  const original = jest.requireActual<typeof pauses>('../../http/pause');
  return { ...original, pause: (milliseconds, signal) => original.pause(Math.min(milliseconds, 20), signal) };
});

/** By how much the clock jumps when a test suspends the process, in milliseconds. */
const SUSPENDED_MS = 600_000;

let platform: StubPlatform;
/**
 * The entries for each read, with the newest entry first. The response to a read leaves out entries that are older than
 * the parameter `from` of the read. Reads after the last list get the last list again.
 */
let reads: ReturnType<typeof entryOf>[][];
/** A test can set this function to do something after each read. `index` is the number of the read, from 0. */
let afterRead: ((index: number) => void) | undefined;
beforeAll(async () => {
  platform = await startStubPlatform((response, { target }, index) => {
    const { searchParams } = new URL(target, 'http://platform');
    const limit = Number(searchParams.get('limit'));
    const from = searchParams.get('from') ?? '';
    const items = (reads[index] ?? reads.at(-1)!).filter((entry) => entry.received_utc >= from).slice(0, limit);
    afterRead?.(index);
    answerJson(response, 200, { items, limit, offset: 0, count: items.length, next_page_url: null });
  });
});
beforeEach(() => {
  platform.received.length = 0;
  afterRead = undefined;
});
afterEach(() => void jest.restoreAllMocks());
afterAll(() => platform.close());

/**
 * Changes this machine's clock during the test.
 * @param offsets how many milliseconds the clock is ahead after a read, by the number of the read.
 */
function setClockAfterRead(offsets: Record<number, number>): void {
  const now = Date.now.bind(Date);
  let aheadMs = 0;
  jest.spyOn(Date, 'now').mockImplementation(() => now() + aheadMs);
  afterRead = (index) => void (aheadMs = offsets[index] ?? aheadMs);
}

/** Runs `keyhaven logs` until it has shown `last`. @returns the paths of all requests that it has shown. */
async function followUntil(last: string, ...args: string[]): Promise<string[]> {
  const lines: string[] = [];
  const stop = new AbortController();
  const ended = run('1', ['logs', ...args], {
    print: (line) => void lines.push(line),
    note() {},
    isJson: false,
    environment: { KEYHAVEN_URL: platform.url, KEYHAVEN_TOKEN: 'at_1', KEYHAVEN_CONFIG: '/none/config.json' },
    signal: stop.signal,
  });
  await until(() => lines.some((line) => line.includes(` /${last} `)), 15_000 + SUSPENDED_MS);
  stop.abort();
  expect(await ended).toBe(0);
  return lines.map((line) => / (\/\w+) /.exec(line)![1]!);
}

describe('keyhaven logs', () => {
  it('shows a request that ended just before the command began but was stored in the log only afterwards', async () => {
    const [old, stored, late, next] = [
      entryOf('old', 60_000),
      entryOf('stored', 1500),
      entryOf('late', 1000),
      entryOf('next', 0),
    ];
    reads = [[stored, old], [stored], [late, stored], [next, late, stored]];
    expect(await followUntil('next', '--last', '0')).toEqual(['/late', '/next']);
  }, 20_000);

  it('shows the requests of a period during which its process was suspended', async () => {
    setClockAfterRead({ 2: SUSPENDED_MS });
    const [stored, during, next] = [
      entryOf('stored', 1500),
      entryOf('during', -SUSPENDED_MS / 2),
      entryOf('next', -SUSPENDED_MS),
    ];
    reads = [[stored], [stored], [stored], [next, during, stored]];
    expect(await followUntil('next', '--last', '0')).toEqual(['/during', '/next']);
  }, 20_000);

  it('shows new requests after the clock of this machine was set forward', async () => {
    setClockAfterRead({ 2: SUSPENDED_MS });
    const [stored, next] = [entryOf('stored', 1500), entryOf('next', 0)];
    reads = [[stored], [stored], [stored], [stored], [next, stored]];
    expect(await followUntil('next', '--last', '0')).toEqual(['/next']);
  }, 20_000);

  it('shows no request twice after the clock of this machine was set back', async () => {
    setClockAfterRead({ 2: SUSPENDED_MS, 4: 0 });
    const [stored, first, next] = [entryOf('stored', 1500), entryOf('first', 0), entryOf('next', -1)];
    const withFirst = [first, stored];
    reads = [[stored], [stored], withFirst, withFirst, withFirst, withFirst, [next, ...withFirst]];
    expect(await followUntil('next', '--last', '0')).toEqual(['/first', '/next']);
  }, 20_000);

  it('reads only a period of a minute, even if the account sends no other requests', async () => {
    const own = (index: number) => platform.received[index]!.headers['x-request-id'] as string;
    const froms = () =>
      platform.received.map(({ target }) => new URL(target, 'http://platform').searchParams.get('from'));
    const [stored, next] = [entryOf('stored', 1500), entryOf('next', -200_000)];
    const poll = entryOf('poll', -120_000);
    afterRead = (index) => void (poll.request_id = own(index));
    reads = [[stored], [stored], [poll, stored], [poll], [next, poll]];
    expect(await followUntil('next', '--last', '0')).toEqual(['/next']);
    expect(froms()[3]).toBe(new Date(Date.parse(poll.received_utc) + 20 - 60_000).toISOString());
  }, 20_000);

  it('shows as many past requests as --last asks for, even if some of them ended a minute ago', async () => {
    const [old, stored, next] = [entryOf('old', 60_000), entryOf('stored', 1500), entryOf('next', 0)];
    reads = [[stored, old], [stored], [next, stored]];
    expect(await followUntil('next', '--last', '2')).toEqual(['/old', '/stored', '/next']);
  }, 20_000);

  it('shows no request twice, and no more past requests than --last, if many ended just before the command began', async () => {
    const past = ['e', 'd', 'c', 'b', 'a'].map((name, index) => entryOf(name, 1000 + index));
    reads = [past, past, [entryOf('next', 0), ...past]];
    expect(await followUntil('next', '--last', '2')).toEqual(['/d', '/e', '/next']);
  }, 20_000);
});
