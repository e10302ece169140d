// Makes an account with a property, as an operator who calls operator routes inside a container.
import { AccountClient } from './client.mjs';

/** @param url the address of the gateway. @returns a client of the account. */
export function makeAccount(project, url) {
  const post = (service, path, body) => {
    const command = ['node', '/app/run.mjs', 'operator', 'POST', service, path, JSON.stringify(body)];
    const key = ['--env', 'INTERNAL_SIGNING_KEY_FILE=/keys/operator.json'];
    return JSON.parse(project.docker('exec', ...key, project.container('identity'), ...command));
  };
  const account = { company_name: 'Harbour Stays', time_zone: 'Europe/Rome', currency_code: 'EUR' };
  const accounts = '/operator/accounts';
  const { id } = post('identity', accounts, account);
  const user = post('identity', `${accounts}/${id}/users`, { email_address: 'host@example.com' });
  const { token } = post('identity', `${accounts}/${id}/users/${user.id}/tokens`, { kind: 'access' });
  const property = post('booking', `${accounts}/${id}/properties`, { name: 'Lighthouse' });
  return new AccountClient(url, `Bearer ${token}`, property.id);
}
