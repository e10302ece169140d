import type { ChangeEvent } from '@keyhaven/events/change-event';
import { receives } from './receives';

const change = {
  action: 'entity_update',
  entity_type: 'guest',
  categories: ['other'],
} as ChangeEvent;
const subscriber = {
  _id: 7,
  type: 'guest',
  action: null,
  category: null,
  receives_after: 5,
} as const;

describe('a subscription', () => {
  it.each([
    ['no change whose position in the event log was assigned before the subscription was created', 5, [], false],
    ['changes whose position in the event log was assigned after the subscription was created', 6, [8], true],
    ['no change directly while the subscription is catching up with the event log', 6, [7], false],
  ])('receives %s', (_case, position, catchingUp, expected) => {
    expect(receives(subscriber, change, { position, catchingUp })).toBe(expected);
  });
});
