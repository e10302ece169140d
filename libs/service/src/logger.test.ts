import { createLogger, loggerOf } from './logger';

describe('a log line', () => {
  it('names exactly one service: the one that wrote the line', () => {
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
