interface Manifest {
  name: string;
  version: string;
  dependencies: Record<string, string>;
}
interface LockFile {
  packages: Record<string, { version?: string; dev?: boolean }>;
}
/** Writes dist/sbom.json. @returns its path. */
export function writeSbom(): string;
/** @returns what is wrong with a CycloneDX document; undefined if nothing is. */
export function faultOf(text: string, manifest: Manifest, lockFile: LockFile): string | undefined;
