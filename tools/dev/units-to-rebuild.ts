/** A program of the platform that is built and restarted on its own. */
export interface Unit {
  name: string;
  /** The files that its bundle was made of, relative to the repository. */
  inputs: ReadonlySet<string>;
  /** Whether its last build failed: then any file may be the one that it misses. */
  isBroken: boolean;
}

/** The units that a change of files reaches. */
export function unitsToRebuild<Built extends Unit>(units: readonly Built[], changed: ReadonlySet<string>): Built[] {
  return units.filter(({ inputs, isBroken }) => isBroken || [...changed].some((file) => inputs.has(file)));
}
