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

describe('the configuration of a service', () => {
  it('comes from the environment, with defaults', () => {
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

  it('is shown without secrets', () => {
    const shown = describeConfiguration(
      readConfiguration(settings.extend({ API_KEY: z.string().optional() }), environment),
    );
    expect(shown).toMatchObject({ PORT: 8081, MONGODB_URI: 'set' });
    expect(JSON.stringify(shown)).not.toContain('password');
  });

  it('is shown without the credentials in addresses', () => {
    const { BUCKET, PLAIN } = describeConfiguration({
      BUCKET: 'https://key:pass-word@bucket.example/x',
      PLAIN: 'http://a.example/@x',
    });
    expect([BUCKET, PLAIN]).toEqual(['https://…@bucket.example/x', 'http://a.example/@x']);
  });
});
