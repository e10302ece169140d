import { issuedToken } from '@keyhaven/contracts/identity/identity';
import { until } from '@keyhaven/testing/until';
import type { Scenario } from '../scenario';

export async function callAccount(scenario: Scenario): Promise<void> {
  const { call, platform } = scenario;
  await call('getCurrentUser', 'Test the credentials');
  await call('getCurrentUser', 'Without credentials', { headers: { authorization: '' } }, { status: 401 });
  await call('updateCurrentUser', 'Removed', { body: { first_name: 'Winifred' } }, { status: 410 });
  const token = { kind: 'access', scope: 'read' };
  const made = await platform.operate('identity', `/users/${platform.account.personId}/tokens`, token);
  const headers = { authorization: `Bearer ${issuedToken.parse(made).token}` };
  const guest = { first_name: 'Ada', last_name: 'Rossi' };
  await call('createGuest', 'With a token that may only read', { headers, body: guest }, { status: 403 });
}

/**
 * Calls the routes of the request log. Must be called after the functions for the other areas of the API, because the
 * log must contain their requests.
 */
export async function callRequestLog({ call, prepare }: Scenario): Promise<void> {
  const refused = { method: 'POST', status: '409', limit: 1 };
  const { id } = await until(async () => (await prepare('listLoggedRequests', { query: refused })).items[0]);
  await call('listLoggedRequests', 'The newest POST that was answered 409', { query: refused });
  await call('listLoggedRequests', 'A status that is none', { query: { status: 'failed' } }, { status: 400 });
  await call('getLoggedRequest', 'A request with the bodies of its error answer', { params: { id } });
  const params = { id: '00000000-0000-7000-8000-000000000000' };
  await call('getLoggedRequest', 'A request that is not in the log', { params }, { status: 404 });
}

export async function callAnnouncements({ call }: Scenario): Promise<void> {
  const headers = { authorization: '' };
  await call('listAnnouncements', 'Changes of the API', { query: { topic: 'api_changes', limit: 2 }, headers });
  await call(
    'listAnnouncements',
    'A topic that does not exist',
    { query: { topic: 'news' }, headers },
    { status: 400 },
  );
  await call('showAnnouncementFeed', 'The feed', { headers });
}
