import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import {
  dataServiceNames,
  OPERATIONS_PORT_OFFSET,
  serviceNames,
  services,
  urlSetting,
} from '@keyhaven/contracts/platform/services';
import type { ServiceDefinition } from '@keyhaven/service/database-service';
import { definitions } from './services';

const root = path.resolve(__dirname, '../../..');
const read = (file: string) => readFileSync(path.join(root, file), 'utf8');

describe('the list of services', () => {
  it('has exactly the folders of apps/ with a main.ts, but the standalone app', () => {
    const apps = readdirSync(path.join(root, 'apps')).filter((name) =>
      existsSync(path.join(root, 'apps', name, 'src/main.ts')),
    );
    expect(apps.filter((name) => name !== 'standalone').sort()).toEqual([...serviceNames].sort());
  });

  it('gives every service a port of its own, for its API and for its operations', () => {
    const ports = serviceNames.flatMap((name) => [services[name].port, services[name].port + OPERATIONS_PORT_OFFSET]);
    expect(new Set(ports).size).toBe(ports.length);
  });

  it.each(dataServiceNames)('names %s and its topic as its definition does', (name) => {
    const { topic, name: defined }: ServiceDefinition = definitions[name];
    expect({ name: defined, topic }).toEqual({ name, topic: services[name].topic });
  });

  it('agrees with the table of services in ARCHITECTURE.md', () => {
    const rows = [...read('ARCHITECTURE.md').matchAll(/^\| (\w+) +\| (\d+) +\| (\S+) +\|/gm)];
    const documented = Object.fromEntries(rows.map(([, name, port, topic]) => [name, { port: Number(port), topic }]));
    const listed = serviceNames.map((name) => {
      const { port, topic } = services[name];
      return [name, { port, topic: topic === null ? '–' : `\`${topic}\`` }] as const;
    });
    expect(documented).toEqual(Object.fromEntries(listed));
  });

  it.each(dataServiceNames)('gives .env.example the address of %s', (name) => {
    expect(read('.env.example')).toContain(`# ${urlSetting(name)}=`);
    expect(read('.env.example')).toContain(`# http://${name}:${services[name].port}`);
  });

  it.each(dataServiceNames)('gives tsconfig.base.json the path of %s, for the standalone app', (name) => {
    expect(read('tsconfig.base.json')).toContain(`"@keyhaven/${name}/*": ["apps/${name}/src/*"]`);
  });
});
