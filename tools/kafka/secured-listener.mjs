// A listener with TLS and passwords for a broker on this machine. The certificate of the listener
// is created with keytool, which comes with Java.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import path from 'node:path';

const host = '127.0.0.1';
/** The password need not be secret, because the listener is for tests and can be reached only from this machine. */
const KEYSTORE_PASSWORD = 'keyhaven-tests';
const security = 'org.apache.kafka.common.security';

/**
 * A listener that accepts the same user with every SASL mechanism that Keyhaven can use. Pass it to
 * KafkaBroker as `secured`.
 * @param folder the folder for the broker's certificate. `makeCertificate` creates the certificate.
 */
export class SecuredListener {
  constructor({ folder, port, username, password }) {
    Object.assign(this, { folder, port, username, password, caFile: path.join(folder, 'ca.pem') });
    this.keystore = path.join(folder, 'broker.p12');
  }

  get address() {
    return `${host}:${this.port}`;
  }

  /** Creates a self-signed certificate for the address. */
  makeCertificate() {
    mkdirSync(this.folder, { recursive: true });
    const store = ['-alias', 'broker', '-keystore', this.keystore, '-storepass', KEYSTORE_PASSWORD];
    const key = ['-keyalg', 'EC', '-groupname', 'secp256r1', '-storetype', 'PKCS12', '-validity', '30'];
    keytool('-genkeypair', ...store, ...key, '-dname', `CN=${host}`, '-ext', `SAN=IP:${host}`);
    keytool('-exportcert', '-rfc', ...store, '-file', this.caFile);
  }

  /**
   * The arguments that create the user for the SCRAM mechanisms when a new data folder is
   * formatted.
   */
  get formatArguments() {
    const user = `[name=${this.username},password=${this.password}]`;
    return ['SCRAM-SHA-256', 'SCRAM-SHA-512'].flatMap((mechanism) => ['--add-scram', `${mechanism}=${user}`]);
  }

  get properties() {
    const { username, password } = this;
    const plain = `${security}.plain.PlainLoginModule required user_${username}="${password}";`;
    const scram = `${security}.scram.ScramLoginModule required;`;
    const own = {
      'sasl.enabled.mechanisms': 'PLAIN,SCRAM-SHA-256,SCRAM-SHA-512',
      'plain.sasl.jaas.config': plain,
      'scram-sha-256.sasl.jaas.config': scram,
      'scram-sha-512.sasl.jaas.config': scram,
      'ssl.keystore.type': 'PKCS12',
      'ssl.keystore.location': this.keystore.replaceAll('\\', '/'),
      'ssl.keystore.password': KEYSTORE_PASSWORD,
    };
    return Object.fromEntries(Object.entries(own).map(([name, value]) => [`listener.name.secured.${name}`, value]));
  }
}

function keytool(...args) {
  const { status, stdout, stderr, error } = spawnSync('keytool', args, { encoding: 'utf8' });
  if (status !== 0) throw new Error(`keytool failed: ${error?.message ?? `${stdout}${stderr}`}`);
}
