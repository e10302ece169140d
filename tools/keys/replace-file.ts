import { rename, writeFile } from 'node:fs/promises';

/** Writes a file so that no reader sees half of it. */
export async function replaceFile(file: string, text: string, mode?: number): Promise<void> {
  await writeFile(`${file}.part`, text, { mode });
  await rename(`${file}.part`, file);
}
