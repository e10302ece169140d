import { describeModel } from '@keyhaven/testing/describe-model';
import { outboxProtocol } from '../../testing/outbox-protocol';
import type { DisabledRules, Roles } from '../../testing/outbox-roles';

/**
 * For each of these cases, the test explores every order in which the processes can take their
 * steps. In the model, an outbox has room for the entries of one write, unless `room` says
 * otherwise. A relay reads spilled entries (entries moved out of a full outbox) in pages of two.
 */
const explored: [string, Roles][] = [
  [
    'a process that writes three changes and keeps its leases, and one that sweeps',
    { changes: [3, 0], room: 3, isOnce: true },
  ],
  [
    'a process that writes three changes, loses leases and may die, and one that sweeps',
    { changes: [3, 0], mayDie: true, leasesRunOut: true },
  ],
  ['a process that writes four changes and may die, and one that sweeps', { changes: [4, 0], mayDie: true }],
  [
    'two processes that write a change each and lose leases, of which one may die',
    { changes: [1, 1], mayDie: true, leasesRunOut: true },
  ],
  [
    'two processes that write three changes, of which one may die, with room for two entries',
    { changes: [2, 1], mayDie: true, room: 2 },
  ],
  [
    'two processes that write changes with jobs, of which one may die',
    { changes: [2, 1], hasJobs: true, mayDie: true },
  ],
];

const disordered = 'an entry was handled before an earlier one';
const unhandled = 'an entry was never handled';
const left = 'the outbox or the spill collection is not empty';
const alone: Roles = { changes: [1, 0], mayDie: true };
const slow: Roles = { changes: [2, 0], leasesRunOut: true, mayDie: true };

const controls: [keyof DisabledRules, string, Roles][] = [
  ['publishAfterCommit', 'an event was published without its change', alone],
  ['entriesWithChange', 'a change has no event', alone],
  ['removeAfterHandling', unhandled, alone],
  ['lease', 'an entry was handled twice although no lease ran out', { changes: [1, 0], isOnce: true }],
  ['sweep', unhandled, alone],
  ['spillBeforeRemoval', unhandled, slow],
  ['spilledFirst', disordered, slow],
  ['fullPage', disordered, { ...slow, changes: [4, 0] }],
  ['markUpToLast', disordered, slow],
  ['emptyInDatabase', unhandled, { changes: [1, 1], mayDie: true, room: 2 }],
  ['dueWithMark', left, slow],
  ['spillSweep', left, slow],
];

describeModel({
  heading: 'Outbox',
  guarantee: 'handles every committed entry in order and no other, and leaves none behind',
  explored: explored.map(([processes, roles]) => [processes, outboxProtocol(roles)]),
  controls: controls.map(([rule, violation, roles]) => [rule, violation, outboxProtocol(roles, { [rule]: true })]),
});
