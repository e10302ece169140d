import type { Engine } from './engine.mjs';

/** Makes sure that the engine has the images that the Dockerfile builds on. @returns them as its build arguments. */
export function baseImages(engine: Pick<Engine, 'environment'>): Promise<{ BASE_IMAGE: string; NODE_IMAGE: string }>;
