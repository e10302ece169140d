import { readOptions } from './options';

describe('the options of a failure test', () => {
  it('default to a full run with a random seed', () => {
    const { seed, ...others } = readOptions([]);
    expect(Number.isInteger(seed)).toBe(true);
    expect(others).toEqual({
      kills: 100,
      outageSeconds: 300,
      freezeSeconds: 30,
      diskSeconds: 30,
      clockSeconds: 20,
      clients: 6,
      settleSeconds: 300,
      minutes: 25,
    });
  });

  it('can shorten a run, and repeat the seed of an earlier run', () => {
    const options = readOptions(['--kills', '10', '--outage-seconds', '20', '--seed', '7']);
    expect(options).toMatchObject({ kills: 10, outageSeconds: 20, seed: 7, freezeSeconds: 30 });
  });

  it.each<[string[], string | RegExp]>([
    [['--kills', 'many'], '--kills many is not accepted; expected a whole number'],
    [['--hours', '1'], /--hours/],
  ])('are refused with an error: %j', (args, message) => {
    expect(() => readOptions(args)).toThrow(message);
  });
});
