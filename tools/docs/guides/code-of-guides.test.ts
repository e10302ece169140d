import { spawnSync } from 'node:child_process';
import { type CodeBlock, readCodeBlocks } from '@keyhaven/testing/document-code';
import ts from 'typescript';
import { parseDocument } from 'yaml';
import { guidePages } from './guide-pages';

/** The check of each language. It returns what is wrong with a block of code, or an empty text if nothing is wrong. */
const checks: Record<string, (code: string) => string> = {
  json: (code) => {
    try {
      JSON.parse(code);
      return '';
    } catch (error) {
      return String(error);
    }
  },
  // Not checked here, because the tests of the alert rules parse these expressions.
  promql: () => '',
  yaml: (code) => parseDocument(code).errors.join('\n'),
  js: (code) => spawnSync(process.execPath, ['--check', '-'], { input: code, encoding: 'utf8' }).stderr,
  sh: (code) => spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' }).stderr,
  python: (code) =>
    // Where Python is missing, its code is not checked.
    spawnSync('python3', ['-c', 'import ast, sys; ast.parse(sys.stdin.read())'], { input: code, encoding: 'utf8' })
      .stderr ?? '',
  ts: (code) =>
    (ts.transpileModule(code, { reportDiagnostics: true }).diagnostics ?? [])
      .map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n'))
      .join('\n'),
};

/** Reads all blocks of code that name a language. Other blocks are diagrams and the output of programs. */
async function readBlocks(): Promise<(CodeBlock & { page: string })[]> {
  const blocks = await Promise.all(
    guidePages.map(async (page) => (await readCodeBlocks(page)).map((block) => ({ page, ...block }))),
  );
  return blocks.flat().filter(({ language }) => language !== '' && language !== 'text');
}

describe('the code of the guides', () => {
  it('uses only languages that this test can check', async () => {
    const unknown = (await readBlocks()).filter(({ language }) => !(language in checks));
    expect(unknown.map(({ page, line, language }) => `${page}:${line} ${language}`)).toEqual([]);
  });

  it('has no syntax errors', async () => {
    const blocks = (await readBlocks()).filter(({ language }) => language in checks);
    expect(blocks.length).toBeGreaterThan(20);
    const faults = blocks.map(({ page, line, language, code }) => [`${page}:${line}`, checks[language]!(code)]);
    expect(faults.filter(([, fault]) => fault !== '')).toEqual([]);
  });
});
