import { describeModel } from '@keyhaven/testing/describe-model';
import { FIRST, type DisabledRules, logProtocol, OTHER, SECOND } from '../testing/log-protocol';

/**
 * Each batch of events is stored by one process. FIRST and SECOND are changes of the same record.
 */
const explored: [string, number[][]][] = [
  ['two processes that store different records', [[FIRST, SECOND], [OTHER]]],
  ['a batch that is delivered again while the first process still works', [[FIRST, SECOND], [FIRST, SECOND], [OTHER]]],
  ['changes of a batch that are delivered again one by one', [[FIRST, SECOND], [FIRST], [SECOND]]],
  ['the same changes at four processes', [[FIRST], [FIRST], [SECOND], [SECOND]]],
];

const missed = 'an event was stored behind the reader';
const disordered = 'the second change of a record is before the first';

const controls: [keyof DisabledRules, string, number[][]][] = [
  ['gapsAreClosed', missed, [[FIRST], [OTHER]]],
  ['uniquePosition', missed, [[FIRST], [OTHER]]],
  ['uniqueEvent', 'an event is in the log twice', [[FIRST], [FIRST]]],
  ['orderedInserts', disordered, [[FIRST, SECOND], [FIRST]]],
  ['restGetsNewPositions', disordered, [[FIRST, SECOND], [OTHER]]],
  ['deliveredInOrder', disordered, [[FIRST], [SECOND]]],
  ['acknowledgedAfterStoring', 'an event was acknowledged, and is not stored', [[FIRST]]],
];

describeModel({
  heading: 'Event log',
  guarantee: 'shows readers every event once, and the changes of a record in order',
  explored: explored.map(([processes, batches]) => [processes, logProtocol(batches)]),
  controls: controls.map(([rule, violation, batches]) => [rule, violation, logProtocol(batches, { [rule]: true })]),
});
