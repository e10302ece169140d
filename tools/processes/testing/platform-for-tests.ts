/**
 * A small platform: the embedded database, and one service for each of BEHAVIOURS (see service-for-tests.mjs). The
 * record file of a service is `<index>.record` in the folder KEYHAVEN_DATA. When all services are ready, the platform
 * prints `all are ready`.
 */
import path from 'node:path';
import { type Child, startChild } from '../child';
import { ProcessTree } from '../process-tree';
import { supervise } from '../supervise';

const folder = process.env.KEYHAVEN_DATA!;
const behaviours = process.env.BEHAVIOURS!.split(',');
const database = path.resolve(__dirname, '../../../dist/libs/embedded-mongo/main.js');
const service = path.join(__dirname, 'service-for-tests.mjs');
const tree = new ProcessTree();

async function main(): Promise<void> {
  const settings = { KEYHAVEN_DATA: folder };
  const begin = (name: string, start: () => Promise<Child>) => tree.start(() => supervise(name, start, console.log));
  await begin('database', () =>
    startChild({ name: 'database', program: database, settings, ready: /mongodb:/, folder }),
  );
  for (const [index, behaviour] of behaviours.entries()) {
    const own = { BEHAVIOUR: behaviour, RECORD: path.join(folder, `${index}.record`) };
    const name = `service-${index}`;
    await begin(name, () => startChild({ name, program: service, settings: own, ready: /ready/, folder }));
  }
  console.log('all are ready');
}

tree.endOnSignals();
main().catch((error: unknown) => tree.end(String(error), 1));
