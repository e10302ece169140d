import { explore } from '@keyhaven/testing/explore';
import { type LeftOut, linkProtocol, type Roles } from '../../testing/link-protocol';

const few: Roles = { settlers: [0, 0], makers: 1, removers: 1, cancels: false };

/** Every interleaving, with stops anywhere. More processes are explored in link-protocol.crash.test.ts. */
describe('the protocol of links and bookings', () => {
  it.each<[string, Roles]>([
    ['two bookers, a maker and a remover', { ...few, cancels: true }],
    ['a repeated request and a sweep beside them', { ...few, settlers: [1, 0] }],
    ['a sweep that settles stays without a reason', { ...few, settlers: [0, 1], settlesAlways: true }],
  ])('never sells a night twice and never withdraws an answered booking: %s', (_name, roles) => {
    expect(explore(linkProtocol(roles))).toMatchObject({ isComplete: true, found: undefined });
  });

  const sold = 'both properties are booked, and the link is active';
  const lost = 'a booking was answered, and is withdrawn';
  const left = 'the link is removed, and a property still has its entry';

  it.each<[keyof LeftOut, string, Partial<Roles>]>([
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
  ])('fails without its rule %s', (rule, violation, roles) => {
    const { found } = explore(linkProtocol({ ...few, ...roles }, { [rule]: true }));
    expect(found?.violation).toBe(violation);
  });
});
