import { once } from 'node:events';
import http from 'node:http';
import type { Consumer } from '@keyhaven/events/event-bus';
import { InProcessBus } from '@keyhaven/events/in-process-bus';
import { Relay } from '@keyhaven/persistence/outbox/relay';
import { publishedEvent } from '@keyhaven/testing/published-event';
import { freshDatabasePrefix, testDatabaseUri } from '@keyhaven/testing/test-database';
import { makeTestKeys } from '@keyhaven/testing/test-keys';
import { startDatabaseService } from './database-service';
import type { RunningService } from './service-definition';
import { createLogger } from './observability/logger';

/**
 * A bus whose consumers cannot join their groups until `letIn` is called. In Kafka, joining waits
 * until the session of a crashed member has expired.
 */
class ClosedGroups extends InProcessBus {
  readonly asked: string[] = [];
  letIn!: () => void;
  fail!: (error: Error) => void;
  private readonly mayJoin = new Promise<void>((resolve, reject) => {
    this.letIn = resolve;
    this.fail = reject;
  });

  override async consume(consumer: Consumer): Promise<void> {
    this.asked.push(consumer.topic);
    await this.mayJoin;
    await super.consume(consumer);
  }
}

let bus: ClosedGroups;
let service: RunningService;
beforeEach(async () => {
  bus = new ClosedGroups({ onDeadLetter: () => {} });
  const { publicKeys } = await makeTestKeys();
  const handle = () => Promise.resolve();
  service = await startDatabaseService(
    {
      name: 'joining',
      topic: 'keyhaven.joining',
      maxBodyBytes: 1000,
      build: () => ({ routes: () => {}, consumers: ['one', 'other'].map((topic) => ({ group: 'g', topic, handle })) }),
    },
    {
      host: '127.0.0.1',
      port: 0,
      logger: createLogger('joining', 'silent'),
      databaseUri: testDatabaseUri(),
      databasePrefix: freshDatabasePrefix(),
      bus,
      publicKeys,
      shutdownMs: 100,
      processMetrics: false,
    },
  );
});
afterEach(() => service.stop());

describe('a service that consumes an event', () => {
  it('wakes the outbox sweep from its pause', async () => {
    bus.letIn();
    await service.joined;
    const waking = jest.spyOn(Relay.prototype, 'wake');
    bus.start();
    await bus.publish('one', [publishedEvent(7, { entity_type: 'thing', entity_id: 1, entity: { id: 1 } })]);
    expect(waking).toHaveBeenCalled();
    waking.mockRestore();
  });
});

describe('a service whose consumers have not joined their groups', () => {
  it('answers requests, and is ready with a warning until they have joined', async () => {
    const [response] = (await once(http.get(`${service.url}/healthz`), 'response')) as [http.IncomingMessage];
    response.resume();
    expect(response.statusCode).toBe(200);
    const waiting = await service.operated.readiness();
    expect(waiting).toEqual({
      faults: [],
      warnings: ['consumers are joining their groups: changes of other services arrive later'],
    });
    bus.letIn();
    await service.joined;
    expect(await service.operated.readiness()).toEqual({ faults: [], warnings: [] });
  });

  it('joins all groups in parallel', () => {
    expect(bus.asked).toEqual(['one', 'other']);
    bus.letIn();
  });

  it('rejects its promise `joined` if a consumer can never join its group', async () => {
    bus.fail(new Error('the topic has 3 partitions'));
    await expect(service.joined).rejects.toThrow('the topic has 3 partitions');
  });
});
