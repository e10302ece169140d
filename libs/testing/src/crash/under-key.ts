import { withKey } from './requests';
import type { World, WritePath } from './write-path';

/**
 * Returns variants of the named write paths that send an Idempotency-Key, so that a repeated
 * request must get the same response.
 */
export function underKey(paths: readonly WritePath[], names: readonly string[]): WritePath[] {
  return names.map((name) => {
    const path = paths.find((candidate) => candidate.name === name);
    if (!path) throw new Error(`there is no path ${name}`);
    const keyed = (world: World): World => ({
      ...world,
      api: world.api.withHeaders(withKey.headers),
      operator: world.operator.withHeaders(withKey.headers),
    });
    return {
      ...path,
      name: `${name} with an Idempotency-Key`,
      act: (world, given) => path.act(keyed(world), given),
      repeated: 'the same',
    };
  });
}
