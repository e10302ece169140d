import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { describeConfiguration, readConfiguration } from './configuration';
import { addKafkaFaults, kafkaConnection, kafkaSettings } from './kafka-settings';
import { certificateKeyPem, certificatePem } from './testing/client-certificate';

const schema = kafkaSettings.superRefine(addKafkaFaults, { when: () => true });
const read = (environment: Record<string, string>) =>
  readConfiguration(schema, { KAFKA_BROKERS: 'kafka-1:9093, kafka-2:9093', ...environment });
const connect = (environment: Record<string, string>) => kafkaConnection(read(environment));

describe('the settings for Kafka', () => {
  it('result in connections without TLS and without a password by default', () => {
    expect(connect({})).toEqual({ brokers: ['kafka-1:9093', 'kafka-2:9093'], ssl: undefined, sasl: undefined });
  });

  it('result in connections that trust the certificate authorities of Node if only KAFKA_TLS=on is set', () => {
    expect(connect({ KAFKA_TLS: 'on' }).ssl).toEqual({});
  });

  it.each(['plain', 'scram-sha-256', 'scram-sha-512'])(
    'are converted to the user name and password for the mechanism %s',
    (mechanism) => {
      const credentials = { KAFKA_SASL_USERNAME: 'keyhaven', KAFKA_SASL_PASSWORD: 'pass word' };
      expect(connect({ KAFKA_SASL_MECHANISM: mechanism, ...credentials }).sasl).toEqual({
        mechanism,
        username: 'keyhaven',
        password: 'pass word',
      });
    },
  );

  it('are reported together if several are wrong, with the names of the settings to change', () => {
    expect(() => read({ KAFKA_BROKERS: 'kafka', KAFKA_SASL_MECHANISM: 'plain', KAFKA_CA_FILE: '/ca.pem' })).toThrow(
      `the configuration is not complete:
  KAFKA_BROKERS: expected host:port, …
  KAFKA_TLS: is off, but KAFKA_CA_FILE is set; expected on
  KAFKA_SASL_USERNAME: is not set, but KAFKA_SASL_MECHANISM=plain needs it
  KAFKA_SASL_PASSWORD: is not set, but KAFKA_SASL_MECHANISM=plain needs it`,
    );
  });

  it.each([
    [
      { KAFKA_SASL_USERNAME: 'keyhaven' },
      'KAFKA_SASL_MECHANISM: is not set, but KAFKA_SASL_USERNAME is; expected plain',
    ],
    [{ KAFKA_SASL_MECHANISM: 'gssapi' }, 'KAFKA_SASL_MECHANISM: Invalid option'],
    [{ KAFKA_TLS: 'on', KAFKA_CLIENT_KEY_FILE: '/key.pem' }, 'KAFKA_CLIENT_CERTIFICATE_FILE: is not set, but'],
    [{ KAFKA_TLS: 'on', KAFKA_CLIENT_CERTIFICATE_FILE: '/cert.pem' }, 'KAFKA_CLIENT_KEY_FILE: is not set, but'],
    [{ KAFKA_TLS: 'yes' }, 'KAFKA_TLS: Invalid option'],
    [
      { KAFKA_REPLICATION_FACTOR: '1' },
      'KAFKA_MIN_INSYNC_REPLICAS: is 2, but KAFKA_REPLICATION_FACTOR is 1; expected at most 1',
    ],
    [
      { KAFKA_MIN_INSYNC_REPLICAS: '4' },
      'KAFKA_MIN_INSYNC_REPLICAS: is 4, but KAFKA_REPLICATION_FACTOR is 3; expected at most 3',
    ],
  ])(
    'are refused if they are incomplete, unknown or contradictory: %j',
    (environment: Record<string, string>, message) => {
      expect(() => read(environment)).toThrow(message);
    },
  );

  it('accept as many in-sync replicas as there are replicas', () => {
    const single = { KAFKA_REPLICATION_FACTOR: '1', KAFKA_MIN_INSYNC_REPLICAS: '1' };
    expect(read(single)).toMatchObject({ KAFKA_REPLICATION_FACTOR: 1, KAFKA_MIN_INSYNC_REPLICAS: 1 });
  });

  it('are logged without the password', () => {
    const credentials = { KAFKA_SASL_MECHANISM: 'plain', KAFKA_SASL_USERNAME: 'keyhaven', KAFKA_SASL_PASSWORD: 'hush' };
    expect(describeConfiguration(read(credentials))).toMatchObject({
      KAFKA_SASL_USERNAME: 'keyhaven',
      KAFKA_SASL_PASSWORD: 'set',
    });
  });
});

describe('the files for TLS connections to Kafka', () => {
  const folder = mkdtempSync(path.join(os.tmpdir(), 'keyhaven-kafka-tls-'));
  const file = (name: string) => path.join(folder, name);
  const otherKey = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey;
  const files = {
    'client.pem': certificatePem,
    'client.key': certificateKeyPem,
    'other.key': otherKey.export({ type: 'pkcs8', format: 'pem' }),
    'wrong.key': 'a secret',
  };
  beforeAll(() => Object.entries(files).forEach(([name, content]) => writeFileSync(file(name), content)));
  afterAll(() => rmSync(folder, { recursive: true }));
  const withFiles = (names: Record<string, string>) =>
    connect({ KAFKA_TLS: 'on', ...Object.fromEntries(Object.entries(names).map(([key, name]) => [key, file(name)])) });
  const client = { KAFKA_CLIENT_CERTIFICATE_FILE: 'client.pem', KAFKA_CLIENT_KEY_FILE: 'client.key' };

  it('provide the certificate authority, the client certificate and the client key', () => {
    expect(withFiles({ KAFKA_CA_FILE: 'client.pem', ...client }).ssl).toEqual({
      ca: certificatePem,
      cert: certificatePem,
      key: certificateKeyPem,
    });
  });

  it('are refused if they are missing or not PEM, with an error that names the setting but quotes no content', () => {
    expect(() => withFiles({ KAFKA_CA_FILE: 'none.pem' })).toThrow(`KAFKA_CA_FILE: ${file('none.pem')} does not exist`);
    const failure = () => withFiles({ ...client, KAFKA_CLIENT_KEY_FILE: 'wrong.key' });
    expect(failure).toThrow(`KAFKA_CLIENT_KEY_FILE: ${file('wrong.key')} cannot be used`);
    expect(failure).not.toThrow('a secret');
  });

  it('are refused if the key does not belong to the certificate', () => {
    expect(() => withFiles({ ...client, KAFKA_CLIENT_KEY_FILE: 'other.key' })).toThrow(
      'KAFKA_CLIENT_KEY_FILE is not the key of the certificate in KAFKA_CLIENT_CERTIFICATE_FILE',
    );
  });
});
