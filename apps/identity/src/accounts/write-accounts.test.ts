import { accountRecord } from '@keyhaven/contracts/identity/identity';
import { anAccountId, type ServiceUnderTest } from '@keyhaven/testing/service-under-test';
import { until } from '@keyhaven/testing/until';
import { versionIn } from '@keyhaven/testing/version-in';
import { createAnAccount, startIdentityUnderTest } from '../testing/identity-under-test';

const input = { company_name: 'Harbour Homes', time_zone: 'Europe/Lisbon', currency_code: 'EUR' };

describe('accounts', () => {
  let service: ServiceUnderTest;
  beforeAll(async () => void (service = await startIdentityUnderTest()));
  afterAll(() => service.stop());

  const eventsOf = (id: number, count: number) =>
    until(() => {
      const found = service.events.filter((event) => event.entity_type === 'account' && event.entity_id === id);
      return found.length >= count ? found : undefined;
    });

  it('are created by the operator, and published with the full record', async () => {
    const { status, body } = await service.asOperator().post('/operator/accounts', input);
    expect(status).toBe(200);
    expect(body).toMatchObject({ ...input, is_property_management: false, taxes_remitted_by: 'manager', version: 1 });

    const [event] = await eventsOf(body.id, 1);
    expect(event).toMatchObject({ action: 'entity_create', user_id: body.id, version: 1, private: {} });
    const { version: _version, ...record } = body;
    expect(accountRecord.strict().parse(event!.entity)).toEqual(record);
  });

  it('are refused again if a refused request is repeated with the same Idempotency-Key', async () => {
    const headers = { 'idempotency-key': `refused-${anAccountId()}` };
    const create = (body: object) => service.asOperator().post('/operator/accounts', body, { headers });
    const refused = await create({ ...input, id: 5 });
    expect(refused.status).toBe(400);
    expect(await create({ ...input, id: 5 })).toMatchObject({ status: 400, body: refused.body });
    expect((await create({ ...input, id: 6 })).status).toBe(422);
  });

  it('are changed by the operator, and the change is published with the next version', async () => {
    const id = await createAnAccount(service);
    const answer = await service.asOperator().patch(`/operator/accounts/${id}`, { is_property_management: true });
    expect(answer.body).toMatchObject({
      id,
      is_property_management: true,
      company_name: 'Lakeside Lettings',
      version: 2,
    });
    expect(versionIn(answer.headers)).toBe(2);
    const events = await eventsOf(id, 2);
    expect(events.map(({ action, version }) => [action, version])).toEqual([
      ['entity_create', 1],
      ['entity_update', 2],
    ]);
    expect(events[1]!.entity).toMatchObject({ is_property_management: true });
  });

  it('accept manager or owner as taxes_remitted_by, in upper or lower case', async () => {
    const created = await service.asOperator().post('/operator/accounts', { ...input, taxes_remitted_by: 'Owner' });
    expect(created.body).toMatchObject({ taxes_remitted_by: 'owner' });
    const path = `/operator/accounts/${created.body.id}`;
    const changed = await service.asOperator().patch(path, { taxes_remitted_by: 'manager' });
    expect(changed.body).toMatchObject({ taxes_remitted_by: 'manager', version: 2 });
    const events = await eventsOf(created.body.id, 2);
    expect(events.map(({ entity }) => entity.taxes_remitted_by)).toEqual(['owner', 'manager']);
    const refused = await service.asOperator().patch(path, { taxes_remitted_by: 'guest' });
    expect([refused.status, refused.body.messages]).toEqual([
      400,
      ['taxes_remitted_by: "guest" is not accepted; expected one of manager, owner'],
    ]);
  });

  it('are not changed (412) if If-Match does not contain the current version', async () => {
    const id = await createAnAccount(service);
    const stale = { headers: { 'if-match': '"7"' } };
    const { status } = await service.asOperator().patch(`/operator/accounts/${id}`, { currency_code: 'USD' }, stale);
    expect(status).toBe(412);
  });

  it('cannot be changed if they do not exist (404)', async () => {
    const { status } = await service
      .asOperator()
      .patch(`/operator/accounts/${anAccountId()}`, { currency_code: 'USD' });
    expect(status).toBe(404);
  });

  it('are created once if several requests have the same Idempotency-Key, even in parallel', async () => {
    const headers = { 'idempotency-key': 'opening-1' };
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => service.asOperator().post('/operator/accounts', input, { headers })),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 8 }, () => 200));
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1);

    const id = answers[0]!.body.id as number;
    await service.asOperator().patch(`/operator/accounts/${id}`, { company_name: 'Another Name' });
    const repeated = await service.asOperator().post('/operator/accounts', input, { headers });
    expect(repeated.body).toEqual(answers[0]!.body);
  });

  it('are not created if the Idempotency-Key was already used to create a different account', async () => {
    const headers = { 'idempotency-key': 'opening-2' };
    await service.asOperator().post('/operator/accounts', input, { headers });
    const other = { ...input, company_name: 'Someone Else' };
    const { status, body } = await service.asOperator().post('/operator/accounts', other, { headers });
    expect(status).toBe(422);
    expect(body.status).toBe('idempotency_key_reused');
  });

  it.each([
    ['time_zone', 'Mars/Olympus'],
    ['currency_code', 'XXQ'],
    ['company_name', ''],
  ])('are refused if %s is invalid; the error names the field', async (field, value) => {
    const { status, body } = await service.asOperator().post('/operator/accounts', { ...input, [field]: value });
    expect(status).toBe(400);
    expect(body.messages.join()).toContain(field);
  });

  it('are found by other services as soon as they are created', async () => {
    const { body: account } = await service.asOperator().post('/operator/accounts', input);
    const find = async (id: number) => {
      const search = { user_id: id, entity_type: 'account', ids: [id] };
      return (await service.asOperator().post('/internal/records/find', search)).body.unknown_ids;
    };
    const nobody = anAccountId();
    expect([await find(account.id), await find(nobody)]).toEqual([[], [nobody]]);
  });

  it('can be written by operators only', async () => {
    expect((await service.asNobody().post('/operator/accounts', input)).status).toBe(401);
    expect((await service.asAccount(anAccountId()).post('/operator/accounts', input)).status).toBe(401);
  });
});
