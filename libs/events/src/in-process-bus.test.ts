import { type DeadLetter, PublishError } from './event-bus';
import { InProcessBus } from './in-process-bus';
import { anEvent, describeEventBus } from './testing/event-bus-contract';

const retryDelaysMs = { first: 1, last: 4 };

describeEventBus('the in-process bus', async () => {
  const deadLetters: DeadLetter[] = [];
  const bus = new InProcessBus({ onDeadLetter: (deadLetter) => deadLetters.push(deadLetter), retryDelaysMs });
  bus.start();
  return Promise.resolve({ bus, deadLetters: () => Promise.resolve(deadLetters) });
});

function startedBus(attempts?: number): InProcessBus {
  const bus = new InProcessBus({ onDeadLetter: () => {}, retryDelaysMs, attempts });
  bus.start();
  return bus;
}

describe('InProcessBus', () => {
  it('delivers events only after start(), so that consumers registered before start() miss no event', async () => {
    const bus = new InProcessBus({ onDeadLetter: () => {} });
    const published = bus.publish('t', [anEvent()]);
    const handled: string[] = [];
    await bus.consume({ group: 'late', topic: 't', handle: async ({ event_id }) => void handled.push(event_id) });
    bus.start();
    await published;
    expect(handled).toHaveLength(1);
  });

  it('rejects a publish call if the bus is closed before start(), so that the outbox keeps the events', async () => {
    const bus = new InProcessBus({ onDeadLetter: () => {} });
    const published = bus.publish('t', [anEvent()]);
    void bus.close();
    await expect(published).rejects.toMatchObject({ acknowledged: new Set() });
  });

  it('resolves a publish call only after every consumer has handled the events', async () => {
    const bus = startedBus();
    const handled: string[] = [];
    for (const group of ['a', 'b']) {
      await bus.consume({
        group,
        topic: 't',
        handle: async () => {
          await new Promise((resolve) => setTimeout(resolve, 5));
          handled.push(group);
        },
      });
    }
    await bus.publish('t', [anEvent()]);
    expect(handled.sort()).toEqual(['a', 'b']);
  });

  it('rejects a publish call with the list of handled events if a handler fails for one of the events', async () => {
    const bus = startedBus(2);
    await bus.consume({
      group: 'g',
      topic: 't',
      handle: (event) =>
        event.entity_id === 2 && event.version === 2 ? Promise.reject(new Error('no')) : Promise.resolve(),
    });
    const other = anEvent({ entity_id: 1 });
    const [first, failing, behind] = [1, 2, 3].map((version) => anEvent({ entity_id: 2, version }));
    const error: unknown = await bus
      .publish('t', [first!, other, failing!, behind!])
      .catch((reason: unknown) => reason);
    expect(error).toBeInstanceOf(PublishError);
    expect((error as PublishError).acknowledged).toEqual(new Set([first!.event_id, other.event_id]));
  });

  it('waits in close() until a slow handler ends, even if another handler of the same event has failed', async () => {
    const bus = startedBus(1);
    let isHandled = false;
    await bus.consume({ group: 'failing', topic: 't', handle: () => Promise.reject(new Error('no')) });
    await bus.consume({
      group: 'slow',
      topic: 't',
      handle: async () => {
        await new Promise((resolve) => setTimeout(resolve, 50));
        isHandled = true;
      },
    });
    const published = bus.publish('t', [anEvent()]);
    published.catch(() => {});
    await new Promise((resolve) => setImmediate(resolve));
    await bus.close();
    expect(isHandled).toBe(true);
    await expect(published).rejects.toMatchObject({ acknowledged: new Set() });
  });

  it('refuses a second consumer of the same group and topic', async () => {
    const bus = new InProcessBus({ onDeadLetter: () => {} });
    const consumer = { group: 'g', topic: 't', handle: () => Promise.resolve() };
    await bus.consume(consumer);
    await expect(bus.consume(consumer)).rejects.toThrow('group g already consumes t');
  });
});
