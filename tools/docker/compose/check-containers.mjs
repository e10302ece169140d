// Checks that the platform's containers have only the rights that they need.
import assert from 'node:assert/strict';
import { serviceNames } from '../../build/services.mjs';

export async function checkContainers(project, checks) {
  await checks.check('every service is healthy, and runs without root, privileges or a writable disk', () => {
    for (const service of serviceNames) {
      const { State, Config, HostConfig } = project.inspect(service);
      assert.deepEqual(
        {
          health: State.Health.Status,
          user: Config.User,
          isReadOnly: HostConfig.ReadonlyRootfs,
          capabilities: HostConfig.CapDrop,
          rights: HostConfig.SecurityOpt,
          hasMemoryLimit: HostConfig.Memory > 0,
        },
        {
          health: 'healthy',
          user: '10001:10001',
          isReadOnly: true,
          capabilities: ['ALL'],
          rights: ['no-new-privileges:true'],
          hasMemoryLimit: true,
        },
        service,
      );
    }
  });
}
