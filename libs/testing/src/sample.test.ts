import { casesOf, isSample, times } from './sample';

const cases = Array.from({ length: 50 }, (_, index) => index);
const environment = (sample: string | undefined, tier: string | undefined) => {
  for (const [name, value] of Object.entries({ KEYHAVEN_SAMPLE: sample, KEYHAVEN_TIER: tier })) {
    if (value === undefined) delete process.env[name];
    else process.env[name] = value;
  }
};

describe('the sampling of test cases', () => {
  it.each([
    [true, 'npm test', undefined, undefined],
    [false, 'npm run test:service', undefined, 'service'],
    [false, 'npm test with KEYHAVEN_SAMPLE=false', 'false', undefined],
    [true, 'npm run test:service with KEYHAVEN_SAMPLE=true', 'true', 'service'],
  ])('isSample() is %s in %s', (expected, _what, sample, tier) => {
    environment(sample, tier);
    expect(isSample()).toBe(expected);
  });

  it('returns all cases if no sample is wanted', () => {
    environment('false', undefined);
    expect([casesOf(cases, 7), times(20, 5)]).toEqual([cases, 20]);
  });

  it('selects the cases of a sample by the seed, and keeps their order', () => {
    environment('true', undefined);
    process.env.KEYHAVEN_SEED = '5';
    const chosen = casesOf(cases, 7);
    expect(new Set(chosen).size).toBe(7);
    expect([...chosen].sort((a, b) => a - b)).toEqual(chosen);
    expect([casesOf(cases, 7), times(20, 5)]).toEqual([chosen, 5]);
    expect(chosen).not.toEqual(cases.slice(0, 7));
  });
});
