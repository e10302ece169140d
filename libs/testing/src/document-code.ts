import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { build } from 'esbuild';

const root = path.resolve(__dirname, '../../..');

/** A block of code in a document. */
export interface CodeBlock {
  /** The language that is stated after the fence, such as `sh`. */
  language: string;
  code: string;
  /** The last heading above the block, without its `#` characters. */
  heading: string;
  /** The number of the block's first line in the document. */
  line: number;
  /**
   * The file name in the first line of a block of TypeScript, as in `// client.ts`. Other blocks of
   * the page import the block by this name.
   */
  file: string | undefined;
}

/**
 * Reads the blocks of code of a document.
 * @param page the path of the document from the root of the repository.
 * @param language the language of the returned blocks. By default, returns blocks of all languages.
 */
export async function readCodeBlocks(page: string, language?: string): Promise<CodeBlock[]> {
  const blocks: CodeBlock[] = [];
  let heading = '';
  let open: { language: string; lines: string[]; line: number } | undefined;
  for (const [index, text] of (await readFile(path.join(root, page), 'utf8')).split('\n').entries()) {
    const fence = /^```(\w*)/.exec(text);
    if (open && fence) {
      const code = open.lines.join('\n');
      blocks.push({ ...open, code, heading, file: /^\/\/ ([\w-]+\.ts)$/m.exec(open.lines[0] ?? '')?.[1] });
      open = undefined;
    } else if (fence) open = { language: fence[1]!, lines: [], line: index + 2 };
    else if (open) open.lines.push(text);
    else heading = /^#+ (.*)/.exec(text)?.[1] ?? heading;
  }
  if (open) throw new Error(`${page}: the block that begins in line ${open.line} does not end`);
  return language === undefined ? blocks : blocks.filter((block) => block.language === language);
}

export interface DocumentPrograms {
  /**
   * The paths of the bundled programs, by the file names of their blocks. A block without a file
   * name is named after its line: `line-12.ts`.
   */
  files: ReadonlyMap<string, string>;
  remove(): Promise<void>;
}

/**
 * Bundles the blocks of TypeScript of a page, so that each can run as a program. Blocks may import
 * each other and `@keyhaven/client`.
 */
export async function bundleDocumentPrograms(page: string): Promise<DocumentPrograms> {
  await mkdir(path.join(root, 'dist'), { recursive: true });
  const folder = await mkdtemp(path.join(root, 'dist/document-code-'));
  const names: string[] = [];
  for (const { file, line, code } of await readCodeBlocks(page, 'ts')) {
    const name = file ?? `line-${line}.ts`;
    names.push(name);
    await writeFile(path.join(folder, name), code);
  }
  await build({
    absWorkingDir: root,
    entryPoints: names.map((name) => path.join(folder, name)),
    outdir: folder,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    platform: 'node',
    // Examples use top-level await.
    format: 'esm',
    tsconfig: 'tsconfig.base.json',
    alias: { '@keyhaven/client': path.join(root, 'libs/client/src/index.ts') },
    logLevel: 'error',
  });
  return {
    files: new Map(names.map((name) => [name, path.join(folder, name.replace(/ts$/, 'mjs'))])),
    remove: () => rm(folder, { recursive: true }),
  };
}
