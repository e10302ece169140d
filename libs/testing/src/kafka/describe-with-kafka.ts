import { findKafka, type KafkaSource } from './kafka-for-tests';

/**
 * Defines a suite that needs Kafka. Without Kafka, the suite is skipped, and its name and the log
 * state the reason.
 * @param need the kind of broker that the suite needs, as for `findKafka`.
 */
export function describeWithKafka(name: string, need: 'any' | 'own', suite: (source: KafkaSource) => void): void {
  const source = findKafka(need);
  if (source.kind === 'none') {
    process.stderr.write(`\nSKIPPED: "${name}" did not run: ${source.reason}\n`);
    describe.skip(`${name} (skipped: ${source.reason})`, () => suite(source));
    return;
  }
  describe(name, () => suite(source));
}
