import { readFileSync } from 'node:fs';
import path from 'node:path';
import { VERSION } from './version';

it('the version of the platform is that of package.json', () => {
  const file = path.resolve(__dirname, '../../../package.json');
  expect((JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version).toBe(VERSION);
});
