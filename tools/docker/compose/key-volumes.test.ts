import { readFileSync } from 'node:fs';
import path from 'node:path';
import { serviceNames } from '@keyhaven/contracts/platform/services';
import { parse } from 'yaml';
import { z } from 'zod';

const text = readFileSync(path.resolve(__dirname, '../../../docker-compose.yml'), 'utf8');
const file = z
  .object({
    services: z.record(z.string(), z.object({ volumes: z.array(z.string()).default([]) })),
    volumes: z.record(z.string(), z.null()),
  })
  .parse(parse(text, { merge: true }));

/** The volumes with keys that each container mounts, by the name of its service. */
const mounted = Object.fromEntries(
  Object.entries(file.services).map(([name, { volumes }]) => [name, volumes.filter((one) => one.startsWith('keys'))]),
);
const owners = ['operator', ...serviceNames];

describe('docker-compose.yml', () => {
  it.each(serviceNames)('lets %s read only its own keys', (name) => {
    expect(mounted[name]).toEqual([`keys-of-${name}:/keys:ro`]);
  });

  it('mounts the volumes of all keys only in the container that makes them', () => {
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
