import { createRequire } from 'node:module';
import path from 'node:path';

const tool = path.resolve(__dirname, '../../../tools/processes/children/free-ports.mjs');

/**
 * Returns different free ports of 127.0.0.1, as the tool describes. Loads the tool by its path,
 * because libraries must not import tools. Deployed code never calls this.
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
