import { rename, writeFile } from 'node:fs/promises';

/** Replaces a file in one step, so that no reader sees a partly written file. */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  await writeFile(`${file}.part`, text, { mode });
  await rename(`${file}.part`, file);
}
