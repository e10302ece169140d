// `npm run kafka` runs a real Kafka broker on this machine, without Docker, until Ctrl-C.
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { KafkaBroker } from './kafka-broker.mjs';

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '../..');
const port = Number(process.env.KAFKA_PORT ?? 9092);
const broker = new KafkaBroker({
  folder: path.join(root, '.keyhaven/kafka'),
  port,
  controllerPort: port + 1,
});

let stopping = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) {
  process.on(signal, () => {
    if (stopping) process.exit(1);
    stopping = true;
    void broker.stop().then(() => process.exit(0));
  });
}

try {
  console.log('Starting Kafka (the first start downloads about 45 MB) …');
  await broker.start();
} catch (error) {
  console.error(error.message);
  process.exit(1);
}
console.log(`Kafka is ready at ${broker.address}. Run the services with KAFKA_BROKERS=${broker.address}`);
console.log(`Its data is in ${path.relative(process.cwd(), broker.folder) || '.'}. Ctrl-C stops it.`);
const code = await broker.ended;
if (stopping) process.exit(0);
console.error(`Kafka ended with ${code}. See ${path.join(broker.folder, 'broker.log')}.`);
process.exit(1);
