import { explore, type Protocol } from './explore';

/** Two processes that each increase their number to 2. Each process can read the number of the other. */
const counting = (part: Partial<Protocol>): Protocol => ({
  initial: [0, 0],
  processes: {
    first: ([a = 0, b = 0]) => (a < 2 ? [[a + 1, b]] : []),
    second: ([a = 0, b = 0]) => (b < 2 ? [[a, b + 1]] : [[a, b]]),
  },
  violation: () => undefined,
  ...part,
});

describe('explore', () => {
  it('visits every state, and counts the states that no process can change', () => {
    expect(explore(counting({}))).toEqual({ states: 9, statesAtRest: 1, isComplete: true, found: undefined });
  });

  it('returns the shortest list of steps that leads to a violation', () => {
    const { found } = explore(counting({ violation: ([, b]) => (b === 2 ? 'the second is done' : undefined) }));
    expect(found).toEqual({ violation: 'the second is done', steps: ['second → 0 1', 'second → 0 2'] });
  });

  it('checks violationAtRest only in states that no process can change', () => {
    const isDone = (state: readonly number[]) => (state.join() === '2,2' ? undefined : 'it rests too early');
    expect(explore(counting({ violationAtRest: isDone })).found).toBeUndefined();
    const processes = { first: counting({}).processes.first! };
    expect(explore(counting({ processes, violationAtRest: isDone })).found).toEqual({
      violation: 'it rests too early',
      steps: ['first → 1 0', 'first → 2 0'],
    });
  });

  it('reports an incomplete exploration if there are more states than the limit', () => {
    expect(explore(counting({}), 4)).toMatchObject({ isComplete: false, found: undefined });
  });
});
