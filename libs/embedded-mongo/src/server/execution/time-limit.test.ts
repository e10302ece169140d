import { TimeLimit } from './time-limit';

describe('TimeLimit', () => {
  it('stops a command when it has run as long as the limit', () => {
    let now = 0;
    const limit = new TimeLimit(100, () => now);
    now = 99;
    limit.check();
    now = 100;
    expect(() => limit.check()).toThrow('operation exceeded time limit');
  });

  it('does not count the time during which a cursor waits for its client', () => {
    let now = 0;
    const limit = new TimeLimit(100, () => now);
    now = 60;
    limit.pause();
    now = 10_000;
    limit.resume();
    limit.check();
    now = 10_040;
    expect(() => limit.check()).toThrow('operation exceeded time limit');
  });
});
