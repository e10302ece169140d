import type { Engine } from './engine.mjs';

/** The name of the image that the tests build. */
export const IMAGE: string;
/** Builds the image on an engine. @returns its name. */
export function buildImage(engine: Pick<Engine, 'environment'>, tag?: string): Promise<string>;
