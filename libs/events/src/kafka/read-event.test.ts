import { anEvent } from '../testing/event-bus-contract';
import { readEvent } from './read-event';

const bytes = (value: unknown) => Buffer.from(JSON.stringify(value));

describe('readEvent', () => {
  it('keeps fields that this version of the program does not know', () => {
    const event = { ...anEvent(), published_by: 'a newer service' };
    expect(readEvent(bytes(event))).toEqual({ event });
  });

  it('accepts actions and entity types that this version of the program does not know', () => {
    const event = anEvent({ action: 'entity_teleport', entity_type: 'castle' });
    expect(readEvent(bytes(event))).toEqual({ event });
  });

  it.each([
    ['no value', null, 'the message has no value'],
    ['invalid JSON', Buffer.from('{"event_id'), 'the message is not JSON'],
    ['a field of the wrong type', bytes({ ...anEvent(), version: 'two' }), 'version'],
  ])('returns a reason if a message has %s', (_, value, why) => {
    expect(readEvent(value)).toEqual({ unreadable: expect.stringContaining(why) as string });
  });
});
