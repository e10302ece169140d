import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serviceNames, services } from '@keyhaven/contracts/platform/services';

const read = (name: string) => readFileSync(path.resolve(__dirname, '../../docs/operators', name), 'utf8');

describe('the list of services', () => {
  it('in keys.md contains every issuer', () => {
    const [, issuers] = /^issuers='([^']+)'$/m.exec(read('keys.md'))!;
    expect(issuers!.split(' ').sort()).toEqual(['operator', ...serviceNames].sort());
  });

  it('in install-docker.md contains every service with its port', () => {
    const [paragraph] = /^The gateway listens on [^]*?\n\n/m.exec(read('install-docker.md'))!;
    const ports = Object.fromEntries(
      [...paragraph.matchAll(/(\w+)\s(?:listens\s)?on\s(\d+)/g)].map(([, name, port]) => [name, Number(port)]),
    );
    expect(ports).toEqual(Object.fromEntries(serviceNames.map((name) => [name, services[name].port])));
  });
});
