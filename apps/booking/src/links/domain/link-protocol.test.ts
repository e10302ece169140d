import { explore } from '@keyhaven/testing/explore';
import { type BrokenRules, linkProtocol, type Roles } from '../../testing/link-protocol';

const few: Roles = { settlers: [0, 0], makers: 1, removers: 1, cancels: false };

/** Explores all interleavings, with crashes at any step. link-protocol.crash.test.ts explores more processes. */
describe('the model of links and bookings', () => {
  it.each<[string, Roles]>([
    ['two bookers, a maker and a remover', { ...few, cancels: true }],
    ['a repeated request and a sweep', { ...few, settlers: [1, 0] }],
    ['a sweep that settles stays without need', { ...few, settlers: [0, 1], settlesAlways: true }],
  ])('never sells a night twice and never undoes an answered booking, with %s', (_name, roles) => {
    expect(explore(linkProtocol(roles))).toMatchObject({ isComplete: true, found: undefined });
  });

  const sold = 'both properties are booked, and the link is active';
  const lost = 'an answered booking was undone';
  const left = 'the link is removed, but a property still has its entry';

  it.each<[keyof BrokenRules, string, Partial<Roles>]>([
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
  ])('finds a violation when the rule %s is broken', (rule, violation, roles) => {
    const { found } = explore(linkProtocol({ ...few, ...roles }, { [rule]: true }));
    expect(found?.violation).toBe(violation);
  });
});
