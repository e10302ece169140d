import { readdirSync } from 'node:fs';
import path from 'node:path';

const root = path.resolve(__dirname, '../../..');

/**
 * The pages that may contain code: the guides, and the documents in the root folder. Paths are relative to the root.
 */
export const guidePages: readonly string[] = [
  'README.md',
  'CONTRIBUTING.md',
  ...['integrators', 'operators', 'developers'].flatMap((folder) =>
    readdirSync(path.join(root, 'docs', folder))
      .filter((file) => file.endsWith('.md'))
      .map((file) => `docs/${folder}/${file}`),
  ),
];
