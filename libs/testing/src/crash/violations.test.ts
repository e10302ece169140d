import type { ChangeEvent } from '@keyhaven/events/change-event';
import { type Facts, findViolations, type StoredRecord } from './violations';

const stored = (id: number, version: number, nightKeys: string[] = []): StoredRecord => ({
  type: 'booking',
  id,
  userId: 7,
  version,
  nightKeys,
});
const published = (id: number, version: number, part: Partial<ChangeEvent> = {}): ChangeEvent => ({
  event_id: `${id}/${version}`,
  schema_version: 1,
  generation: 0,
  occurred_utc: '2026-01-01T00:00:00.000Z',
  user_id: 7,
  action: version === 1 ? 'entity_create' : 'entity_update',
  entity_type: 'booking',
  entity_id: id,
  version,
  categories: ['other'],
  is_resync: false,
  entity: { id, title: `title ${version}` },
  private: {},
  ...part,
});
const found = (facts: Partial<Facts>, events: ChangeEvent[] = []) =>
  findViolations({ stored: [], acknowledged: [], published: { first: events, second: events }, ...facts });

describe('findViolations', () => {
  it('finds no violation if every version is published at least once', () => {
    const events = [published(1, 1), published(1, 2), published(1, 1), published(1, 2)];
    const acknowledged = [{ type: 'booking', id: 1, version: 2, record: { id: 1, title: 'title 2', fields: [] } }];
    expect(found({ stored: [stored(1, 2, ['2026-07-01/5'])], acknowledged }, events)).toEqual([]);
  });

  it.each([
    ['an event is missing', [published(1, 1), published(1, 3)]],
    ['versions come out of order', [published(1, 2), published(1, 1), published(1, 3)]],
    ['an event has a version that is not stored', [published(1, 1), published(1, 2), published(1, 3), published(1, 4)]],
  ])('reports a violation when %s', (_, events) => {
    expect(found({ stored: [stored(1, 3)] }, events)).toEqual([
      expect.stringMatching(/^group first: booking 1 is at version 3, its events have /),
      expect.stringMatching(/^group second: /),
    ]);
  });

  it('reports an event that one group did not receive', () => {
    const facts = { stored: [stored(1, 1)], acknowledged: [], published: { first: [published(1, 1)], second: [] } };
    expect(findViolations(facts)).toEqual(['group second: booking 1 is at version 1, its events have none']);
  });

  it('reports an event of a record that does not exist, unless the record was deleted', () => {
    expect(found({}, [published(1, 1)])).toContain('group first: an event names booking 1, which is not stored');
    expect(found({}, [published(1, 1), published(1, 2, { action: 'entity_delete' })])).toEqual([]);
  });

  it('reports an acknowledged version that is missing or that was published with other content', () => {
    const acknowledged = [{ type: 'booking', id: 1, version: 1, record: { id: 1, title: 'another' } }];
    expect(found({ acknowledged })).toEqual(['booking 1 is at version undefined, but version 1 was acknowledged']);
    expect(found({ stored: [stored(1, 1)], acknowledged }, [published(1, 1)])).toContain(
      'group first: version 1 of booking 1 was published with another title',
    );
  });

  it('reports two records of one account on the same night, but accepts two records of different accounts', () => {
    const night = ['2026-07-01/5'];
    const events = [published(1, 1), published(2, 1)];
    expect(found({ stored: [stored(1, 1, night), stored(2, 1, night)] }, events)).toEqual([
      'night 7: 2026-07-01/5 is occupied by booking 1 and booking 2',
    ]);
    expect(found({ stored: [stored(1, 1, night), { ...stored(2, 1, night), userId: 8 }] }, events)).toEqual([]);
  });
});
