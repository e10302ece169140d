import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { z } from 'zod';
import {
  databaseSettings,
  commonSettings,
  describeConfiguration,
  readConfiguration,
  signerSettings,
  verifierSettings,
} from './configuration';

const settings = commonSettings.extend({
  ...signerSettings.shape,
  ...verifierSettings.shape,
  ...databaseSettings.shape,
});
const environment = {
  PORT: '8081',
  INTERNAL_SIGNING_KEY_FILE: '/keys/private.json',
  INTERNAL_PUBLIC_KEYS_FILE: '/keys/public.json',
  MONGODB_URI: 'mongodb://user:password@db/',
};

describe('service configuration', () => {
  it('is read from the environment, with defaults', () => {
    expect(readConfiguration(settings, environment)).toMatchObject({
      PORT: 8081,
      HOST: '127.0.0.1',
      MONGODB_POOL_SIZE: 20,
    });
  });

  it('reports all wrong and missing settings together', () => {
    const attempt = () => readConfiguration(settings, { PORT: '99999', MONGODB_URI: 'postgres://x' });
    expect(attempt).toThrow(
      /PORT: .*\n.*INTERNAL_SIGNING_KEY_FILE: is not set\n.*INTERNAL_PUBLIC_KEYS_FILE: is not set\n.*MONGODB_URI: expected an address/,
    );
  });

  it('can be read from files: NAME_FILE is the path of a file that contains the value of NAME', async () => {
    const folder = await mkdtemp(path.join(os.tmpdir(), 'keyhaven-settings-'));
    const file = path.join(folder, 'uri');
    await writeFile(file, 'mongodb://user:password@db/\n');
    const { MONGODB_URI: _, ...others } = environment;
    const read = (more: object) => readConfiguration(settings, { ...others, ...more });
    expect(read({ MONGODB_URI_FILE: file }).MONGODB_URI).toBe('mongodb://user:password@db/');
    expect(read({ MONGODB_URI_FILE: file, MONGODB_URI: 'mongodb://other/' }).MONGODB_URI).toBe('mongodb://other/');
    await writeFile(path.join(folder, 'empty'), '\n');
    expect(() => read({ SHUTDOWN_MS_FILE: path.join(folder, 'empty') })).toThrow('SHUTDOWN_MS: is empty');
    expect(() => read({ MONGODB_URI_FILE: path.join(folder, 'none'), PORT: 'x' })).toThrow(
      /PORT: .*\n {2}MONGODB_URI_FILE cannot be read: ENOENT/,
    );
    await rm(folder, { recursive: true });
  });

  it.each(['', ' '])('refuses the value "%s" for a setting that must be a number', (blank) => {
    const numbers = settings.extend({ WEIGHT: z.coerce.number().default(1), ORIGINS: z.string().default('*') });
    const read = (more: object) => readConfiguration(numbers, { ...environment, ...more });
    expect(() => read({ PORT: blank, OPERATIONS_PORT: blank, SHUTDOWN_MS: blank, WEIGHT: blank })).toThrow(
      `the configuration is not complete:
  PORT: is empty; expected a number
  OPERATIONS_PORT: is empty; expected a number
  SHUTDOWN_MS: is empty; expected a number
  WEIGHT: is empty; expected a number`,
    );
    expect(read({ ORIGINS: blank }).ORIGINS).toBe(blank);
  });

  it('treats an empty OpenTelemetry setting as unset, even if its value must be a number', () => {
    expect(readConfiguration(settings, { ...environment, OTEL_TRACES_SAMPLER_ARG: '' }).OTEL_TRACES_SAMPLER_ARG).toBe(
      1,
    );
  });

  it('is described by describeConfiguration with secrets only as set or unset', () => {
    const shown = describeConfiguration(
      readConfiguration(settings.extend({ API_KEY: z.string().optional() }), environment),
    );
    expect(shown).toMatchObject({ PORT: 8081, MONGODB_URI: 'set' });
    expect(JSON.stringify(shown)).not.toContain('password');
  });

  it('is described by describeConfiguration without the credentials in URLs', () => {
    const { BUCKET, PLAIN } = describeConfiguration({
      BUCKET: 'https://key:pass-word@bucket.example/x',
      PLAIN: 'http://a.example/@x',
    });
    expect([BUCKET, PLAIN]).toEqual(['https://…@bucket.example/x', 'http://a.example/@x']);
  });
});
