import type { BuildOptions } from 'esbuild';

/** How esbuild bundles a deployable: an app, or `embedded-mongo`. @throws Error when there is no such deployable. */
export function bundleOptions(name: string): BuildOptions & { outdir: string };
/** Bundles a deployable and returns the folder of the result. */
export function bundle(name: string): Promise<string>;
