import http from 'node:http';
import { dates, type PlatformForClients } from '../../testing/platform-for-clients';
import { libraries, type ProgramAnswer, sendAs } from './http-libraries';

/** Tests programs that preview quotes with the HTTP method TEST, which Node's HTTP parser refuses. */
export function describeVersion1(platform: () => PlatformForClients): void {
  describe.each(['HttpClient of .NET', 'requests of Python', 'curl in PHP'])(
    'a program for version 1 of the API with the library %s',
    (name) => {
      it.each(['/v1/quotes', '/api/quotes'])(
        'previews, creates, changes and deletes quotes at %s on one connection',
        async (base) => {
          const { url, accessToken, ids, call } = platform();
          const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
          const program = { url, agent, authorization: `Bearer ${accessToken}` };
          const answers: ProgramAnswer[] = [];
          const send = async (method: string, target: string, body?: object) => {
            const answer = await sendAs(libraries[name]!, program, { method, target, body });
            answers.push(answer);
            return answer;
          };
          const party = { adults: 2, children: 1, infants: 1, pets: 0 };
          const where = { propertyId: ids.secondProperty, guestId: ids.secondGuest, listingSiteId: ids.site };
          const quote = { ...where, arrival: dates.later, departure: dates.latest, ...party };
          const sent = { ...quote, propertyId: String(ids.secondProperty), listingSiteId: String(ids.site) };
          const count = async () => (await call('/v2/quotes?limit=200')).body.count as number;
          const before = await count();
          try {
            const preview = await send('TEST', `${base}?addCharges=True&createHoldBlock=False`, sent);
            expect([preview.status, preview.body]).toMatchObject([200, { ...quote, id: null, holdDates: false }]);
            expect([preview.body.charges.length > 0, await count()]).toEqual([true, before]);
            expect((await send('GET', '/v1/users/me')).status).toBe(200);
            const made = await send('POST', `${base}/?addCharges=true&createHoldBlock=true`, sent);
            const { charges } = preview.body;
            expect([made.status, made.body]).toMatchObject([200, { ...quote, holdDates: true, charges }]);
            const target = `${base}/${made.body.id}`;
            expect((await send('TEST', target, { adults: 1 })).body).toMatchObject({ adults: 1, children: 1 });
            expect((await send('GET', target)).body).toMatchObject({ adults: 2 });
            expect((await send('PUT', target, { pets: 0, children: 0 })).body).toMatchObject({
              adults: 2,
              children: 0,
            });
            const late = await send('TEST', base, { ...sent, arrival: `${dates.later}T00:00:00` });
            expect(late).toMatchObject({ status: 400, body: { status: 'bad_request', status_code: 400 } });
            expect([(await send('DELETE', target)).status, (await send('GET', target)).status]).toEqual([204, 404]);
          } finally {
            agent.destroy();
          }
          expect(answers.map(({ isReused }) => isReused)).toEqual(answers.map((_answer, at) => at > 0));
        },
      );

      it('gets a 401 for a preview without credentials', async () => {
        const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
        const sent = { method: 'TEST', target: '/v1/quotes', body: {} };
        const { status, body } = await sendAs(libraries[name]!, { url: platform().url, agent }, sent);
        agent.destroy();
        expect([status, body.status]).toEqual([401, 'unauthorized']);
      });
    },
  );
}
