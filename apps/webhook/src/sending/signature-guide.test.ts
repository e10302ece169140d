import { execFileSync, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { transformSync } from '@swc/core';
import ts from 'typescript';
import { signatureHeaders } from './sign';

const guide = readFileSync(path.resolve(__dirname, '../../../../docs/integrators/webhook-signatures.md'), 'utf8');
const codeOf = (language: string) => new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``).exec(guide)![1]!;

/** Programs that read a delivery as JSON from their input and print whether it is genuine. */
const programs = {
  TypeScript: (folder: string, input: string) => {
    const file = path.join(folder, 'verify.cjs');
    const { code } = transformSync(codeOf('ts'), {
      jsc: { parser: { syntax: 'typescript' } },
      module: { type: 'commonjs' },
    });
    const main = `const { secret, headers, body } = JSON.parse(require('node:fs').readFileSync(0, 'utf8'));
console.log(exports.isGenuine(secret, headers, body));`;
    writeFileSync(file, `${code}\n${main}`);
    return execFileSync(process.execPath, [file], { input, encoding: 'utf8' }).trim();
  },
  Python: (folder: string, input: string) => {
    const file = path.join(folder, 'verify.py');
    const main = `import json, sys
given = json.load(sys.stdin)
print(str(is_genuine(given["secret"], given["headers"], given["body"].encode())).lower())`;
    writeFileSync(file, `${codeOf('python')}\n${main}`);
    return execFileSync('python3', [file], { input, encoding: 'utf8' }).trim();
  },
};

it("the TypeScript example in the webhook guide compiles with the type of Node's request headers", () => {
  const root = path.resolve(__dirname, '../../../..');
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-signature-'));
  const file = path.join(folder, 'receiver.ts');
  const receiver = `import { createServer } from 'node:http';
createServer((request) => isGenuine('whsec_', request.headers, ''));`;
  writeFileSync(file, `${codeOf('ts')}\n${receiver}`);
  const program = ts.createProgram([file], {
    strict: true,
    noUncheckedIndexedAccess: true,
    noEmit: true,
    skipLibCheck: true,
    target: ts.ScriptTarget.ES2022,
    module: ts.ModuleKind.NodeNext,
    typeRoots: [path.join(root, 'node_modules/@types')],
    types: ['node'],
  });
  const faults = ts.getPreEmitDiagnostics(program).map(({ messageText }) => messageText);
  rmSync(folder, { recursive: true });
  expect(faults).toEqual([]);
}, 60_000);

describe.each(Object.entries(programs))('the %s program in the guide for verifying webhooks', (language, run) => {
  const hasProgram = language !== 'Python' || spawnSync('python3', ['--version']).status === 0;
  const test = hasProgram ? it : it.skip;
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-signature-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  const old = `whsec_${randomBytes(32).toString('base64')}`;
  const body = '{"id":"1","entity":{"name":"Käthe"}}';
  const now = Date.now();
  const delivery = (at = now, secrets = [secret]) => signatureHeaders('m_1', Buffer.from(body), secrets, new Date(at));
  const isGenuine = (headers: object, sent = body) => run(folder, JSON.stringify({ secret, headers, body: sent }));

  test('accepts deliveries that the platform has signed with one secret or with two', () => {
    expect(isGenuine(delivery())).toBe('true');
    expect(isGenuine(delivery(now, [old, secret]))).toBe('true');
  });

  test('refuses a wrong body, a wrong secret, an old delivery, and missing headers', () => {
    expect(isGenuine(delivery(), `${body} `)).toBe('false');
    expect(isGenuine(delivery(now, [old]))).toBe('false');
    expect(isGenuine(delivery(now - 400_000))).toBe('false');
    expect(isGenuine({})).toBe('false');
  });

  test.each([
    ['a timestamp that is not a number', { 'webhook-timestamp': 'soon' }],
    ['the timestamp NaN', { 'webhook-timestamp': 'NaN' }],
    ['an infinite timestamp', { 'webhook-timestamp': '9'.repeat(5000) }],
    ['an empty timestamp', { 'webhook-timestamp': '' }],
    ['an empty id', { 'webhook-id': '' }],
    ['an id with characters that UTF-8 does not have', { 'webhook-id': '\ud800' }],
    ['an empty signature', { 'webhook-signature': '' }],
    ['a signature without a version', { 'webhook-signature': 'AAAA' }],
    ['a signature that is not ASCII', { 'webhook-signature': 'v1,Käthe v1,\ud800' }],
    ['no signature', { 'webhook-signature': undefined }],
  ])('refuses %s', (_what, malformed) => {
    expect(isGenuine({ ...delivery(), ...malformed })).toBe('false');
  });
});
