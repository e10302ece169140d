import { describeModel } from '@keyhaven/testing/describe-model';
import { type BrokenRules, linkProtocol, type Roles } from '../../testing/link-protocol';

const few: Roles = { settlers: [0, 0], makers: 1, removers: 1, cancels: false };

/**
 * This test explores few processes, so that it is fast. link-protocol.crash.test.ts explores more.
 */
const explored: [string, Roles][] = [
  ['two bookers who may cancel, a maker and a remover', { ...few, cancels: true }],
  ['two bookers, a maker, a remover, and a repeated request or a sweep', { ...few, settlers: [1, 0] }],
  [
    'two bookers, a maker, a remover, and a sweep that secures all stays',
    { ...few, settlers: [0, 1], settlesAlways: true },
  ],
];

const sold = 'both properties are booked, and the link is active';
const lost = 'an answered booking was undone';
const left = 'the link is removed, but a property still has its entry';

const controls: [keyof BrokenRules, string, Partial<Roles>][] = [
  ['secondRead', sold, {}],
  ['secondReadWithoutLinks', sold, {}],
  ['passes', sold, {}],
  ['linksAfterStay', sold, { settlers: [1, 0], settlesAlways: true }],
  ['conditionOfKeys', sold, { settlers: [1, 0], settlesAlways: true }],
  ['writeOfEqualKeys', lost, { settlers: [1, 0] }],
  ['conditionOfWithdrawal', lost, { settlers: [1, 0] }],
  ['pendingGivesWay', lost, { settlers: [0, 1] }],
  ['checkBeforeEntry', left, {}],
  ['conditionOfEntry', left, {}],
  ['raiseWhereAbsent', left, {}],
  ['raiseOnRemoval', left, {}],
];

describeModel({
  heading: 'Links',
  guarantee: 'never sells a night twice and never undoes an answered booking',
  explored: explored.map(([processes, roles]) => [processes, linkProtocol(roles)]),
  controls: controls.map(([rule, violation, roles]) => [
    rule,
    violation,
    linkProtocol({ ...few, ...roles }, { [rule]: true }),
  ]),
});
