import http from 'node:http';
import { faultsOf } from '../../testing/answer-faults';
import { listWith, me } from '../../testing/client-rows';
import type { PlatformForClients } from '../../testing/platform-for-clients';
import { libraries, sendAs } from './http-libraries';

/** Tests client programs that send the headers of common HTTP libraries. */
export function describePrograms(platform: () => PlatformForClients): void {
  describe.each(Object.entries(libraries))('a program with the library %s', (_name, library) => {
    it('tests its connection, and creates, finds, changes and deletes a guest', async () => {
      const { url, basic, accessToken } = platform();
      const agent = new http.Agent({ keepAlive: library.headers.Connection !== 'close', maxSockets: 1 });
      const authorization = library.scheme === 'Basic' ? basic : `${library.scheme} ${accessToken}`;
      const send = async (method: string, target: string, body?: object) => {
        const answer = await sendAs(library, { url, agent, authorization }, { method, target, body });
        expect([method, target, answer.status, faultsOf(answer)]).toEqual([method, target, answer.status, []]);
        return answer;
      };
      const { since, truth } = library;
      try {
        expect(await send('GET', '/v2/users/me')).toMatchObject({ status: 200, body: me });
        expect((await send('GET', '/v2/properties?limit=1')).body).toMatchObject({ limit: 1, count: 1 });
        const contact = { first_name: 'Zoë', last_name: `Müller ${since}`, notes: '東京' };
        const made = await send('POST', '/v2/guests/', contact);
        expect(made).toMatchObject({ status: 200, body: contact });
        const { id } = made.body;
        const found = await send(
          'GET',
          `/v2/guests/?created_since_utc=${since}&q=m%C3%BCller&include_tags=${truth}&page=1`,
        );
        expect([found.status, found.body]).toMatchObject([200, listWith({ id, ...contact, tags: [] })]);
        const changed = await send('PATCH', `/v2/guests/${id}`, { id: String(id), notes: '京都' });
        expect(changed).toMatchObject({ status: 200, body: { id, notes: '京都' } });
        expect(await send('DELETE', `/v2/guests/${id}/`)).toMatchObject({ status: 204, text: '' });
        expect(await send('GET', `/v2/guests/${id}`)).toMatchObject({ status: 404, body: { status: 'not_found' } });
      } finally {
        agent.destroy();
      }
    });
  });
}
