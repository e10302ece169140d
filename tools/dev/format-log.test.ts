import { formatLog } from './format-log';

const request = {
  level: 30,
  time: '2026-07-01T10:00:00.123Z',
  service: 'booking',
  request_id: 'r1',
  status: 200,
  msg: 'request',
};

describe('formatLog', () => {
  it('puts time, service, level, message and the other fields on one line', () => {
    expect(formatLog(JSON.stringify(request), 'booking-1', false)).toBe(
      '10:00:00.123 booking     info  request request_id=r1 status=200',
    );
  });

  it('prints the stack of an error below its line, and colours the line', () => {
    const failed = { ...request, level: 50, msg: 'failed', err: { message: 'no', stack: 'Error: no\n    at x' } };
    const [line, ...stack] = formatLog(JSON.stringify(failed), 'booking', true).split('\n');
    expect(line).toBe('10:00:00.123 booking     \x1b[31mERROR failed request_id=r1 status=200\x1b[0m');
    expect(stack).toEqual(['Error: no', '    at x']);
  });

  it('puts the name of the process before a line that is not a log entry, without changing the line', () => {
    expect(formatLog('{ not JSON', 'fees', false)).toBe('             fees        { not JSON');
    expect(formatLog('{"a":1}', 'fees', false)).toBe('             fees        {"a":1}');
  });
});
