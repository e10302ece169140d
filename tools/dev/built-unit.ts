import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type BuildContext, type BuildFailure, context, type Metafile } from 'esbuild';
import type { Unit } from './units-to-rebuild';

const root = path.resolve(__dirname, '../..');

/** A program of the platform that esbuild rebuilds incrementally. */
export class BuiltUnit implements Unit {
  inputs: ReadonlySet<string> = new Set();
  isBroken = false;
  private hash = '';

  private constructor(
    readonly name: string,
    private readonly build: BuildContext,
  ) {}

  /** @throws Error if the first build fails. esbuild prints the reason. */
  static async create(name: string): Promise<BuiltUnit> {
    const { bundleOptions } = await import('../build/bundle.mjs');
    const unit = new BuiltUnit(name, await context({ ...bundleOptions(name), metafile: true }));
    await unit.rebuild();
    if (unit.isBroken) throw new Error(`${name} cannot be built; the messages above say why`);
    return unit;
  }

  /**
   * @returns whether the program changed; false if the sources cannot be built. esbuild prints the
   *   reason.
   * @throws Error if esbuild itself fails.
   */
  async rebuild(): Promise<boolean> {
    try {
      const { metafile } = await this.build.rebuild();
      this.isBroken = false;
      this.inputs = new Set(Object.keys(metafile!.inputs));
      const before = this.hash;
      this.hash = await hashOfPrograms(metafile!);
      return this.hash !== before;
    } catch (error) {
      if (!isBuildFailure(error)) throw error;
      this.isBroken = true;
      return false;
    }
  }
}

/** Whether an error means that the sources cannot be built. Any other error is a failure of esbuild itself. */
function isBuildFailure(error: unknown): error is BuildFailure {
  return error instanceof Error && 'errors' in error;
}

/** Returns a hash of the built programs without their source maps, because source maps change with every comment. */
async function hashOfPrograms({ outputs }: Metafile): Promise<string> {
  const hash = createHash('sha256');
  for (const file of Object.keys(outputs).filter((name) => name.endsWith('.js'))) {
    hash.update(await readFile(path.join(root, file)));
  }
  return hash.digest('hex');
}
