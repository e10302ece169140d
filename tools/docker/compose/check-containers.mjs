// Checks that the platform's containers have only the rights that they need.
import assert from 'node:assert/strict';
import { serviceNames } from '../../build/services.mjs';

const secrets = { messaging: ['attachment-secret'], portal: ['portal-secret'] };

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

  await checks.check('every service can read only its own private key and secrets', () => {
    const list = "console.log(require('node:fs').readdirSync('/keys').sort().join(' '))";
    for (const service of serviceNames) {
      const files = [`${service}.json`, 'public.json', ...(secrets[service] ?? [])];
      assert.equal(project.docker('exec', project.container(service), 'node', '-e', list), files.sort().join(' '));
      const volumes = project.inspect(service).Mounts.map(({ Name }) => Name);
      assert.equal(volumes.includes(`${project.name}_keys`), false, service);
    }
  });
}
