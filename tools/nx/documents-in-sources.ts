import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** A text that is a path into `docs`. */
const PATH = /^(?:\.\.\/)*(docs\/.+)$/;

/**
 * Returns the paths of documents that the sources in a folder contain as texts, such as `docs/integrators/client.md`.
 * Comments do not count.
 */
export function documentsInSources(folder: string): string[] {
  const found = new Set<string>();
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(ts|tsx|cjs)$/.test(name),
  );
  for (const name of files) {
    const text = readFileSync(path.join(folder, name), 'utf8');
    if (!text.includes('docs/')) continue;
    const visit = (node: ts.Node): void => {
      const document = ts.isStringLiteralLike(node) && PATH.exec(node.text)?.[1];
      if (document) found.add(document);
      ts.forEachChild(node, visit);
    };
    visit(ts.createSourceFile(name, text, ts.ScriptTarget.Latest));
  }
  return [...found];
}
