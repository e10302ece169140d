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
    ['no change with a position from before its creation', 5, [], false],
    ['changes with a position from after its creation', 6, [8], true],
    ['no change with a position from while it catches up with the log', 6, [7], false],
  ])('gets directly from the process that stores changes: %s', (_case, position, catchingUp, expected) => {
    expect(receives(subscriber, change, { position, catchingUp })).toBe(expected);
  });
});
