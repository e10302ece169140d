import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { maxBodyBytes } from '@keyhaven/contracts/platform/body-limits';
import {
  dataServiceNames,
  OPERATIONS_PORT_OFFSET,
  serviceNames,
  services,
  urlSetting,
} from '@keyhaven/contracts/platform/services';
import type { ServiceDefinition } from '@keyhaven/service/service-definition';
import { definitions } from './services';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('services.json', () => {
  it('lists exactly the folders of apps/ with a main.ts, except the standalone app', () => {
    const apps = readdirSync(path.join(root, 'apps')).filter((name) =>
      existsSync(path.join(root, 'apps', name, 'src/main.ts')),
    );
    expect(apps.filter((name) => name !== 'standalone').sort()).toEqual([...serviceNames].sort());
  });

  it('gives each service one port for the API and another port for operations', () => {
    const ports = serviceNames.flatMap((name) => [services[name].port, services[name].port + OPERATIONS_PORT_OFFSET]);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it.each(dataServiceNames)(
    'has the same name and topic for the service %s as the definition of that service',
    (name) => {
      const { topic, name: defined }: ServiceDefinition = definitions[name];
      expect({ name: defined, topic }).toEqual({ name, topic: services[name].topic });
    },
  );

  it.each(dataServiceNames)(
    'lists the service %s, for which the gateway has the same body size limit as the service itself',
    (name) => {
      const definition: ServiceDefinition = definitions[name];
      expect(definition.maxBodyBytes).toBe(maxBodyBytes[name]);
    },
  );

  it('lists the same services, ports and topics as the table in ARCHITECTURE.md', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| (\w+) +\| (\d+) +\| (\S+) +\|/gm)];
    const documented = Object.fromEntries(rows.map(([, name, port, topic]) => [name, { port: Number(port), topic }]));
    const listed = serviceNames.map((name) => {
      const { port, topic } = services[name];
      return [name, { port, topic: topic === null ? '–' : `\`${topic}\`` }] as const;
    });
    expect(documented).toEqual(Object.fromEntries(listed));
  });

  it.each(dataServiceNames)('has the same port for the service %s as .env.example', (name) => {
    expect(read('.env.example')).toContain(`# ${urlSetting(name)}=`);
    expect(read('.env.example')).toContain(`# http://${name}:${services[name].port}`);
  });

  it.each(dataServiceNames)('has the same folder for the service %s as tsconfig.base.json', (name) => {
    expect(read('tsconfig.base.json')).toContain(`"@keyhaven/${name}/*": ["apps/${name}/src/*"]`);
  });
});
