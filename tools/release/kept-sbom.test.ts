import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { z } from 'zod';
import { documentsToWrite, SBOM } from './release-faults';

const releases = path.resolve(__dirname, '../../docs/releases');
/** Whether a folder is that of a release. A folder from `npm run release -- --draft` has no documents. */
const isRelease = (version: string) =>
  existsSync(path.join(releases, version, documentsToWrite['docs/openapi/v2.json']));

const document = z.object({
  bomFormat: z.literal('CycloneDX'),
  metadata: z.object({ component: z.object({ version: z.string() }) }),
  components: z.array(z.object({ name: z.string(), version: z.string() })).min(1),
});

describe.each(readdirSync(releases).filter(isRelease))('the SBOM of release %s', (version) => {
  const text = () => readFileSync(path.join(releases, version, SBOM), 'utf8');

  it('is stored with the release, and contains its version', () => {
    expect(document.parse(JSON.parse(text())).metadata.component.version).toBe(version);
  });

  it('can be reproduced, because it contains no time, no random id and no address of a registry', () => {
    const made = z.object({
      serialNumber: z.never().optional(),
      metadata: z.object({ timestamp: z.never().optional() }),
    });
    expect(made.safeParse(JSON.parse(text())).error).toBeUndefined();
    const hosts = new Set([...text().matchAll(/https?:\/\/([^/"\s]+)/g)].map(([, host]) => host));
    expect([...hosts].filter((host) => !['cyclonedx.org', 'github.com'].includes(host!))).toEqual([]);
  });
});
