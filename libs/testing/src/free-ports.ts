import { createRequire } from 'node:module';
import path from 'node:path';

const tool = path.resolve(__dirname, '../../../tools/processes/children/free-ports.mjs');

/**
 * Returns `count` different free ports of 127.0.0.1, found by the tool `free-ports.mjs`. Loads the
 * tool by its path, because libraries must not import tools. Deployed code never calls this function.
 */
export function freePorts(count: number): Promise<number[]> {
  const { freePorts } = createRequire(__filename)(tool) as { freePorts: (count: number) => Promise<number[]> };
  return freePorts(count);
}

/** Returns one free port. */
export async function freePort(): Promise<number> {
  const [port] = await freePorts(1);
  return port!;
}
