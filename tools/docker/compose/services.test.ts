import { readFileSync } from 'node:fs';
import path from 'node:path';
import { dataServiceNames, serviceNames, services, urlSetting } from '@keyhaven/contracts/platform/services';
import { commonSettings } from '@keyhaven/service/configuration';
import { parse } from 'yaml';
import { z } from 'zod';

const service = z.object({
  command: z.array(z.string()).default([]),
  volumes: z.array(z.string()).default([]),
  environment: z.record(z.string(), z.unknown()).default({}),
  stop_grace_period: z.string().default(''),
});
const compose = z.object({
  services: z.record(z.string(), service),
  volumes: z.record(z.string(), z.null()),
});
const read = (name: string): unknown =>
  parse(readFileSync(path.resolve(__dirname, '../../..', name), 'utf8'), { merge: true });
const file = compose.parse(read('docker-compose.yml'));
const local = compose.parse(read('docker-compose.local.yml'));

/** The volumes with keys that each container mounts, by the name of its service. */
const mounted = Object.fromEntries(
  Object.entries(file.services).map(([name, { volumes }]) => [name, volumes.filter((one) => one.startsWith('keys'))]),
);
const owners = ['operator', ...serviceNames];

describe('docker-compose.yml', () => {
  it.each(serviceNames)('runs %s in a container that has only the keys of this service', (name) => {
    expect(file.services[name]?.command).toEqual([name]);
    expect(mounted[name]).toEqual([`keys-of-${name}:/keys:ro`]);
  });

  it.each(serviceNames)('gives the container of %s the addresses of all services that store data', (name) => {
    const addresses = dataServiceNames.map((other) => [urlSetting(other), `http://${other}:${services[other].port}`]);
    expect(file.services[name]?.environment).toMatchObject(Object.fromEntries(addresses));
  });

  it.each(serviceNames)('gives the container of %s enough time to stop cleanly', (name) => {
    const shutdownSeconds = commonSettings.shape.SHUTDOWN_MS.parse(undefined) / 1000;
    // First open requests end, then background work, then the connections to Kafka and MongoDB.
    const longestStopSeconds = 2 * shutdownSeconds + 15;
    const { stop_grace_period } = file.services[name]!;
    expect(stop_grace_period).toMatch(/^\d+s$/);
    expect(Number.parseInt(stop_grace_period, 10)).toBeGreaterThanOrEqual(longestStopSeconds);
  });

  it('mounts the volume with all keys only in the container that creates the keys', () => {
    const all = ['keys:/keys', ...owners.map((name) => `keys-of-${name}:/keys-of/${name}`)];
    expect([...mounted.keys!].sort()).toEqual(all.sort());
    const others = Object.entries(mounted).filter(
      ([name, volumes]) => name !== 'keys' && volumes.includes('keys:/keys'),
    );
    expect(others).toEqual([]);
  });

  it('defines every volume with keys', () => {
    const defined = Object.keys(file.volumes).filter((name) => name.startsWith('keys-of-'));
    expect(defined.sort()).toEqual(owners.map((name) => `keys-of-${name}`).sort());
  });
});

describe('docker-compose.local.yml', () => {
  it('sets a database address for the same containers as docker-compose.yml', () => {
    const withDatabase = (services: typeof file.services) =>
      Object.keys(services).filter((name) => services[name]!.environment.MONGODB_URI !== undefined);
    expect(withDatabase(local.services).sort()).toEqual(withDatabase(file.services).sort());
    expect(withDatabase(file.services)).toEqual(expect.arrayContaining([...dataServiceNames]));
  });
});
