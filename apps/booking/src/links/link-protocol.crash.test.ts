import { suiteSize } from '@keyhaven/testing/crash/suite-size';
import { explore } from '@keyhaven/testing/explore';
import { linkProtocol, type Roles } from '../testing/link-protocol';

const { isWhole } = suiteSize();
/** If only a sample of the suite runs, the test explores only the interleavings with the fewest steps. */
const maxStates = isWhole ? 8_000_000 : 100_000;

describe('the model of concurrent links and bookings', () => {
  it.each<[string, Roles]>([
    ['a second process that secures each stay', { settlers: [1, 1], makers: 1, removers: 1, cancels: false }],
    [
      'a second process that secures one stay, and two removals of the link',
      { settlers: [1, 0], makers: 1, removers: 2, cancels: false },
    ],
    ['two creations of the link, and clients that cancel', { settlers: [0, 0], makers: 2, removers: 1, cancels: true }],
  ])('never books a night twice and never undoes an acknowledged booking, with %s', (_name, roles) => {
    const { found, isComplete } = explore(linkProtocol(roles), maxStates);
    expect(found).toBeUndefined();
    expect(isComplete).toBe(isWhole);
  });
});
