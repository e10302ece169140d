// Builds the image, runs it and checks it: node tools/docker/check-image.mjs
//
// The last line is `N passed, N failed`. If no Docker engine can run here, prints the reason and exits with code 2.
import { buildImage } from './build-image.mjs';
import { checkContent } from './check-content.mjs';
import { checkPrograms } from './check-programs.mjs';
import { checkStandalone } from './check-standalone.mjs';
import { Checks } from './checks.mjs';
import { DockerClient } from './docker-client.mjs';
import { NoEngine, withEngine } from './engine.mjs';
import { writeSbom } from './sbom.mjs';

const SKIPPED = 2;

async function run(engine, checks) {
  const image = await checks.check('the image can be built', () => buildImage(engine));
  await checks.check('the SBOM contains exactly the production dependencies, and no address of a registry', writeSbom);
  const docker = new DockerClient(engine, image);
  try {
    await checkContent(docker, checks);
    await checkPrograms(docker, checks);
    await checkStandalone(docker, checks);
  } finally {
    docker.removeAll();
  }
}

const checks = new Checks();
try {
  await withEngine((engine) => run(engine, checks));
} catch (error) {
  if (error instanceof NoEngine) {
    console.error(error.message);
    process.exit(SKIPPED);
  }
  // The error of a failed check has already been printed, so throw only other errors.
  if (checks.failed === 0) throw error;
}
console.log(checks.totals());
process.exitCode = checks.failed === 0 ? 0 : 1;
