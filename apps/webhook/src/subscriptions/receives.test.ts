import type { ChangeEvent } from '@keyhaven/events/change-event';
import { receives } from './receives';

const change = {
  action: 'entity_update',
  entity_type: 'guest',
  categories: ['other'],
  occurred_utc: '2026-07-01T00:00:00Z',
} as ChangeEvent;
const subscriber = {
  _id: 7,
  type: 'guest',
  action: null,
  category: null,
  created_utc: new Date('2026-07-02T00:00:00Z'),
  catching_up_since: 5,
} as const;

describe('a subscription with start_after', () => {
  it.each([
    ['no change with a position from before it began to catch up', 5, [], false],
    ['no change with a position from while it catches up', 6, [7], false],
    ['changes with a position from after it has caught up', 6, [8], true],
  ])('gets directly from the process that stores changes: %s', (_case, position, catchingUp, expected) => {
    expect(receives(subscriber, change, { position, catchingUp })).toBe(expected);
  });
});
