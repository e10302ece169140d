import { anEvent } from './testing/event-bus-contract';
import { wrapConsumers } from './wrap-consumers';

describe('a wrapped consumer', () => {
  it('keeps its topic and group, and receives everything that the bus passes with an event', async () => {
    const calls: unknown[] = [];
    const consumer = {
      group: 'copies',
      topic: 'notes',
      handle: (...delivery: unknown[]) => Promise.resolve(void calls.push(delivery)),
    };
    const [wrapped] = wrapConsumers([consumer], async (event, next) => {
      calls.push(event.entity_type);
      await next();
    });
    const event = anEvent({ entity_type: 'note' });
    await wrapped!.handle(event, { traceparent: '00-1' }, true);
    expect(wrapped).toMatchObject({ group: 'copies', topic: 'notes' });
    expect(calls).toEqual(['note', [event, { traceparent: '00-1' }, true]]);
  });
});
