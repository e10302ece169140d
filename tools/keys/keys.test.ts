import { mkdtemp, readdir, rm } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { bundleProgram } from '@keyhaven/testing/program';
import { runProcess } from '@keyhaven/testing/run-process';
import { issuerNames } from './make-missing-keys';

let folder: string;
beforeEach(async () => void (folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-keys-program-'))));
afterEach(() => rm(folder, { recursive: true }));

describe('the program `keys`', () => {
  it.each([[[]], [['--replace']]])('refuses an unknown issuer, and changes nothing (flags: %j)', async (flags) => {
    const program = await bundleProgram('tools/keys/keys.ts');
    const { code, stderr } = await runProcess(process.execPath, [program, folder, 'fees', 'bookings', ...flags]);
    expect([code, stderr]).toEqual([1, `bookings is not one of the issuers ${issuerNames.join(', ')}\n`]);
    expect(await readdir(folder)).toEqual([]);
  });
});
