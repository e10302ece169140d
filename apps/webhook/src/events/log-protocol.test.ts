import { explore } from '@keyhaven/testing/explore';
import { FIRST, type DisabledRules, logProtocol, OTHER, SECOND } from '../testing/log-protocol';

/** Each test explores every interleaving of the processes, with stops at any step. */
describe('the protocol of the event log', () => {
  it.each<[string, number[][]]>([
    ['two processes that store different records', [[FIRST, SECOND], [OTHER]]],
    [
      'a batch that is delivered again while the first process still works',
      [[FIRST, SECOND], [FIRST, SECOND], [OTHER]],
    ],
    ['changes of a batch that are delivered again one by one', [[FIRST, SECOND], [FIRST], [SECOND]]],
    ['the same changes at three processes', [[FIRST], [FIRST], [SECOND], [SECOND]]],
  ])('shows readers every event once, and the changes of a record in order: %s', (_name, batches) => {
    expect(explore(logProtocol(batches))).toMatchObject({ isComplete: true, found: undefined });
  });

  const missed = 'an event was stored behind the reader';
  const disordered = 'the second change of a record is before the first';

  it.each<[keyof DisabledRules, string, number[][]]>([
    ['gapsAreClosed', missed, [[FIRST], [OTHER]]],
    ['uniquePosition', missed, [[FIRST], [OTHER]]],
    ['uniqueEvent', 'an event is in the log twice', [[FIRST], [FIRST]]],
    ['orderedInserts', disordered, [[FIRST, SECOND], [FIRST]]],
    ['restGetsNewPositions', disordered, [[FIRST, SECOND], [OTHER]]],
    ['deliveredInOrder', disordered, [[FIRST], [SECOND]]],
    ['acknowledgedAfterStoring', 'an event was acknowledged, and is not stored', [[FIRST]]],
  ])('violates its guarantees if its rule %s is disabled', (rule, violation, batches) => {
    const { found } = explore(logProtocol(batches, { [rule]: true }));
    expect(found?.violation).toBe(violation);
  });
});
