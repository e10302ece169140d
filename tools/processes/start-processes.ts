/**
 * `npm run start:processes` runs the platform on one machine as it runs in production: each service as a separate
 * process, and booking as several processes.
 */
import path from 'node:path';
import { services } from '@keyhaven/contracts/platform/services';
import { demoTarget, startDemo } from '@keyhaven/demo-data/first-start/prepare-demo';
import { ProcessTree } from './process-tree';
import { startPlatformProcesses } from './start-platform';

const folder = path.resolve(process.env.KEYHAVEN_DATA ?? path.join(__dirname, '../../.keyhaven/processes'));
const bookingReplicas = Number(process.env.BOOKING_REPLICAS ?? 2);
const tree = new ProcessTree();

async function main(): Promise<void> {
  console.log(`Starting Keyhaven as processes; data and logs are in ${folder}`);
  const { url, urls, sign } = await startPlatformProcesses({
    tree,
    folder,
    port: process.env.PORT ?? String(services.gateway.port),
    replicasOf: (name) => (name === 'booking' ? bookingReplicas : 1),
    report: (line) => console.log(`  ${line}`),
  });
  await startDemo(demoTarget(urls, sign), folder, url, process.stdout);
}

tree.endOnSignals();
main().catch((error: unknown) =>
  tree.end(`Keyhaven cannot start: ${error instanceof Error ? error.message : String(error)}`, 1),
);
