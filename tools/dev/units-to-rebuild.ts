/** A program of the platform that is built and restarted on its own. */
export interface Unit {
  name: string;
  /** The input files of the program's bundle, relative to the repository. */
  inputs: ReadonlySet<string>;
  /** Whether the last build of the program failed. If so, any changed file may repair the build. */
  isBroken: boolean;
}

/** Returns the units that must be rebuilt after these files changed. */
export function unitsToRebuild<Built extends Unit>(units: readonly Built[], changed: ReadonlySet<string>): Built[] {
  return units.filter(({ inputs, isBroken }) => isBroken || [...changed].some((file) => inputs.has(file)));
}
