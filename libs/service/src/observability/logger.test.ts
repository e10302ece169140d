import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { until } from '@keyhaven/testing/until';
import { createLogger, loggerOf, logToFile } from './logger';

describe('a log line', () => {
  it('names only the service that wrote it', () => {
    const lines: string[] = [];
    const platform = createLogger('standalone', 'info', { write: (line: string) => void lines.push(line) });
    const booking = loggerOf(platform, 'booking');
    platform.info('one');
    booking.info({ request_id: 'r' }, 'two');
    booking.child({ topic: 't' }).info('three');
    platform.info('four');
    expect(lines.map((line) => line.match(/"service":"\w+"/g))).toEqual([
      ['"service":"standalone"'],
      ['"service":"booking"'],
      ['"service":"booking"'],
      ['"service":"standalone"'],
    ]);
    expect(lines.map((line) => JSON.parse(line) as unknown)).toMatchObject([
      { msg: 'one' },
      { msg: 'two', request_id: 'r' },
      { msg: 'three', topic: 't' },
      { msg: 'four' },
    ]);
  });
});

describe('a log file', () => {
  let folder: string;
  beforeAll(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-log-'))));
  afterAll(() => rm(folder, { recursive: true }));
  const numbers = async (file: string) =>
    (await readFile(file, 'utf8'))
      .split('\n')
      .slice(0, -1)
      .map((line) => (JSON.parse(line) as { n: number }).n);
  const upTo = (count: number) => Array.from({ length: count }, (_, n) => n);

  it('receives all lines quickly and in order, and can be read only by its owner', async () => {
    const file = path.join(folder, 'soon.log');
    const logger = createLogger('one', 'info', logToFile(file));
    for (let n = 0; n < 3; n++) logger.info({ n }, 'few');
    await until(async () => (await numbers(file)).length === 3);
    for (let n = 3; n < 1000; n++) logger.info({ n }, 'many');
    await until(async () => (await numbers(file)).length === 1000);
    expect(await numbers(file)).toEqual(upTo(1000));
    expect((await stat(file)).mode & 0o077).toBe(0);
  });

  it('contains all buffered lines after flushSync', async () => {
    const file = path.join(folder, 'exit.log');
    const destination = logToFile(file);
    const logger = createLogger('one', 'info', destination);
    for (let n = 0; n < 100; n++) logger.info({ n }, 'before an exit');
    destination.flushSync();
    // An earlier write may still be in progress. So its lines may be at the end of the file, or be
    // in the file twice.
    const written = [...new Set(await numbers(file))].sort((one, other) => one - other);
    expect(written).toEqual(upTo(100));
  });

  it('causes an error with its path if it cannot be opened', () => {
    const file = path.join(folder, 'nowhere', 'keyhaven.log');
    expect(() => logToFile(file)).toThrow(file);
  });
});
