// Creates an account with a property, as an operator does: by calling operator routes inside a container.
import { AccountClient } from './client.mjs';

/** @param url the address of the gateway. @returns a client of the account. */
export function makeAccount(project, url) {
  const image = project.inspect('identity').Config.Image;
  const addresses = ['IDENTITY_URL=http://identity:8081', 'BOOKING_URL=http://booking:8082'].flatMap((setting) => [
    '--env',
    setting,
  ]);
  const post = (service, path, body) => {
    const network = ['--network', `${project.name}_default`];
    const key = ['--volume', `${project.name}_keys-of-operator:/keys:ro`];
    const settings = ['--env', 'INTERNAL_SIGNING_KEY_FILE=/keys/operator.json', ...addresses];
    const command = ['operator', 'POST', service, path, JSON.stringify(body)];
    return JSON.parse(project.docker('run', '--rm', ...network, ...key, ...settings, image, ...command));
  };
  const account = { company_name: 'Harbour Stays', time_zone: 'Europe/Rome', currency_code: 'EUR' };
  const accounts = '/operator/accounts';
  const { id } = post('identity', accounts, account);
  const user = post('identity', `${accounts}/${id}/users`, { email_address: 'host@example.com' });
  const { token } = post('identity', `${accounts}/${id}/users/${user.id}/tokens`, { kind: 'access' });
  const property = post('booking', `${accounts}/${id}/properties`, { name: 'Lighthouse' });
  return new AccountClient(url, `Bearer ${token}`, property.id);
}
