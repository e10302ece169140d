import { mkdtemp, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { describeWithKafka } from '@keyhaven/testing/kafka/describe-with-kafka';
import { processLives } from '@keyhaven/testing/process-lives';
import { startProgram } from '@keyhaven/testing/program';
import { until } from '@keyhaven/testing/until';

const program = path.join(__dirname, 'testing/broker-for-tests.mjs');

describeWithKafka('KafkaBroker', 'own', () => {
  let folder: string;
  beforeAll(async () => (folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-broker-'))));
  afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));

  it('stops when its parent process is killed, so that another broker can start on the same folder', async () => {
    for (let round = 0; round < 2; round++) {
      const parent = await startProgram(program, { FOLDER: folder }, /broker (\d+)/);
      const pid = Number(parent.ready[1]);
      expect(processLives(pid)).toBe(true);
      await parent.kill();
      await until(() => !processLives(pid));
    }
  }, 180_000);
});
