import { until } from '@keyhaven/testing/until';
import type { ConsumerCrashEvent, ConsumerRunConfig, EachBatchPayload } from 'kafkajs';
import { GroupConsumer } from './group-consumer';
import { completeOptions } from './kafka-options';

/** The kafkajs consumers that the member has created. */
const mockConsumers: { crash?: () => void; eachBatch?: ConsumerRunConfig['eachBatch'] }[] = [];
jest.mock('./client-session', () => {
  const consumer = () => {
    const made: (typeof mockConsumers)[number] = {};
    mockConsumers.push(made);
    return {
      events: { CRASH: 'crash' },
      on: (event: string, listener: (event: ConsumerCrashEvent) => void) => {
        const crash = { payload: { error: new Error('the connection was lost') } } as ConsumerCrashEvent;
        if (event === 'crash') made.crash = () => listener(crash);
      },
      connect: () => Promise.resolve(),
      subscribe: () => Promise.resolve(),
      disconnect: () => Promise.resolve(),
      run: ({ eachBatch }: ConsumerRunConfig) => Promise.resolve(void (made.eachBatch = eachBatch)),
    };
  };
  return { openSession: () => ({ kafka: { consumer }, destroy: () => {} }) };
});

/** A batch with one message of partition 0. */
function aBatch(resume = () => {}): EachBatchPayload {
  return {
    batch: { partition: 0, messages: [{ offset: '5' }] },
    isRunning: () => true,
    isStale: () => false,
    heartbeat: () => Promise.resolve(),
    pause: () => resume,
    resolveOffset: () => {},
    commitOffsetsIfNecessary: () => Promise.resolve(),
  } as never;
}

describe('a member of a group', () => {
  let member: GroupConsumer;
  afterEach(() => member.close());

  it.each([
    ['succeeds', () => Promise.resolve()],
    ['fails', () => Promise.reject(new Error('too late'))],
  ])(
    'resumes a paused partition even if a handler of the replaced consumer %s during the pause',
    async (_how, endOfOldHandler) => {
      mockConsumers.length = 0;
      let endOldHandler!: () => void;
      const oldHandler = new Promise<void>((resolve) => (endOldHandler = resolve)).then(endOfOldHandler);
      const handlers = [() => oldHandler, () => Promise.reject(new Error('the store is away'))];
      const settings = completeOptions({
        brokers: [],
        clientId: 'tests',
        replicationFactor: 1,
        minInsyncReplicas: 1,
        onDeadLetter: () => {},
        onFatal: () => {},
        report: () => {},
        timing: { firstRetryMs: 100, firstRestartMs: 1 },
      });
      const consumer = { topic: 't', group: 'g', handle: () => Promise.resolve() };
      member = new GroupConsumer(settings, consumer, {
        prepare: () => Promise.resolve(),
        handle: () => handlers.shift()!(),
      });
      await member.start();
      const oldBatch = mockConsumers[0]!.eachBatch!(aBatch());
      mockConsumers[0]!.crash!();
      const handleBatch = await until(() => mockConsumers[1]?.eachBatch);
      const resume = jest.fn();
      await handleBatch(aBatch(resume));
      endOldHandler();
      await oldBatch;
      await until(() => resume.mock.calls.length > 0, 3000);
    },
  );
});
