import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { resyncTopic } from '@keyhaven/events/change-event';
import { busForTests } from '@keyhaven/events/kafka/testing/bus-for-tests';
import { anEvent } from '@keyhaven/events/testing/event-bus-contract';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { type KafkaForTests, startKafkaForTests } from '@keyhaven/testing/kafka/kafka-for-tests';
import { until } from '@keyhaven/testing/until';

const root = path.resolve(__dirname, '../..');

/** The only program in docs/developers/consuming-events.md. */
function programOfPage(): string {
  const page = readFileSync(path.join(root, 'docs/developers/consuming-events.md'), 'utf8');
  const [, program] = /```ts\n([^]*?)```/.exec(page)!;
  return program!;
}

describeWithKafka('the consumer in docs/developers/consuming-events.md', 'any', (source) => {
  let kafka: KafkaForTests;
  let folder: string;
  let child: ChildProcess;
  let output = '';
  beforeAll(async () => {
    kafka = await startKafkaForTests(source);
    // The folder of the program is inside the repository, so that the program finds kafkajs.
    folder = mkdtempSync(path.join(__dirname, '.consumer-'));
    writeFileSync(path.join(folder, 'consumer.ts'), programOfPage());
  }, 180_000);
  afterAll(async () => {
    child?.kill('SIGKILL');
    rmSync(folder, { recursive: true, force: true });
    await kafka.stop();
  });

  it('handles changes, duplicates, late events, deletions and a resync', async () => {
    const { bus } = busForTests(kafka.brokers);
    const topic = 'keyhaven.booking';
    const change = (entity_id: number, version: number, status: string, part: object = {}) =>
      anEvent({ entity_id, version, entity: { id: entity_id, status }, ...part });
    const deletion = change(2, 2, 'active', { action: 'entity_delete' });
    await bus.publish(topic, [change(1, 1, 'pending'), change(1, 2, 'active'), change(2, 1, 'active'), deletion]);
    // Publish two old events again, and an event of a type that the program does not know.
    await bus.publish(topic, [change(1, 1, 'pending'), change(2, 1, 'active'), anEvent({ entity_type: 'castle' })]);
    await bus.publish(topic, [change(3, 1, 'active')]);
    const resync_epoch = '2026-07-02T10:00:00.000Z';
    const resynced = { is_resync: true, resync_epoch, occurred_utc: resync_epoch };
    const end = anEvent({ action: 'resync_end', entity_id: 0, version: 0, user_id: 0, entity: {}, ...resynced });

    // Publish before the start: the topic for resyncs (all records, published again) must exist before the program
    // subscribes.
    await bus.publish(resyncTopic(topic), [change(1, 2, 'active', resynced), change(4, 7, 'active', resynced)]);
    child = spawn(process.execPath, ['--import', 'tsx', path.join(folder, 'consumer.ts')], {
      cwd: root,
      env: { ...process.env, KAFKA_BROKERS: kafka.brokers.join(',') },
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    child.stdout!.on('data', (chunk: Buffer) => (output += chunk.toString()));
    await until(
      () => ['booking 1 is active', 'booking 2 is', 'booking 3', 'booking 4'].every((line) => output.includes(line)),
      60_000,
    );
    await bus.publish(resyncTopic(topic), [end]);
    await until(() => output.includes('missing'), 30_000);
    await bus.close();

    const lines = output.trim().split('\n');
    const of = (id: number) => lines.filter((line) => line.startsWith(`booking ${id} `));
    // Events of the two topics may arrive in any order, so version 2 may come first.
    expect(of(1).at(-1)).toBe('booking 1 is active (version 2)');
    expect(of(2).at(-1)).toBe('booking 2 is deleted (version 2)');
    expect(of(3)).toEqual(['booking 3 is active (version 1)', 'booking 3 is missing']);
    expect(of(4)).toEqual(['booking 4 is active (version 7)']);
  }, 120_000);
});
