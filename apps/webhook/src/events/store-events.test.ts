import { aChange } from '../testing/change';
import { eventBodyModel, storedAt } from '../store/event-body.model';
import { eventLogModel } from '../store/event-log.model';
import { startWebhookUnderTest, type WebhookUnderTest } from '../testing/webhook-under-test';
import { storeEvents } from './store-events';

let service: WebhookUnderTest;
type Log = Parameters<typeof storeEvents>[0];
let log: Log;
beforeAll(async () => {
  service = await startWebhookUnderTest();
  log = { bodies: eventBodyModel(service.connection), logs: eventLogModel(service.connection) };
});
afterAll(() => service.stop());

const loggedEvent = (userId: number) => {
  const { event_id, action, entity_type, entity_id, categories, entity, occurred_utc, version } = aChange(userId);
  const change = { action, entity_type, entity_id, categories, entity, occurred_utc, version };
  const payload = { id: event_id, user_id: userId, ...change };
  return { payload, body: JSON.stringify(payload) };
};
const BEGIN = Date.UTC(2026, 0, 1);
const at = (seconds: number) => () => new Date(BEGIN + seconds * 1000);

it('an event that gets a second position is stored with the time of the second assignment', async () => {
  const { userId } = service.anAccount();
  await log.bodies.create({ _id: `closed ${userId} 1`, user_id: userId, position: 1, expires_utc: new Date() });
  let seconds = 0;
  const event = loggedEvent(userId);
  await storeEvents(
    log,
    [event],
    () => at(60 * seconds++)(),
    () => {},
  );
  const stored = await log.bodies.findById(event.payload.id).lean();
  expect(stored?.position).toBe(2);
  expect(storedAt(stored!)).toEqual(at(60)());
  expect((await log.logs.findById(userId).lean())?.last_utc).toEqual(at(60)());
});

it('last_utc of an event log does not go back when a process whose clock is behind stores an event', async () => {
  const { userId } = service.anAccount();
  for (const seconds of [60, 0]) await storeEvents(log, [loggedEvent(userId)], at(seconds), () => {});
  expect(await log.logs.findById(userId).lean()).toMatchObject({ last: 2, last_utc: at(60)() });
});

describe('an event that is stored after its position was closed', () => {
  /**
   * Closes the position that the next event will get, and then stores this event. @returns the position of the event.
   */
  const storeAtClosed = async (of: WebhookUnderTest, log: Log) => {
    const { userId } = of.anAccount();
    await log.bodies.create({ _id: `closed ${userId} 1`, user_id: userId, position: 1, expires_utc: new Date() });
    const event = loggedEvent(userId);
    await storeEvents(log, [event], at(0), () => {});
    return (await log.bodies.findById(event.payload.id).lean())?.position;
  };

  it('gets another position, because the unique index refuses the closed position', async () => {
    expect(await storeAtClosed(service, log)).toBe(2);
  });

  it('would be stored at the closed position if there were no unique index', async () => {
    const without = await startWebhookUnderTest();
    const { connection } = without;
    const itsLog = { bodies: eventBodyModel(connection), logs: eventLogModel(connection) };
    await itsLog.bodies.collection.dropIndex('user_id_1_position_1');
    expect(await storeAtClosed(without, itsLog)).toBe(1);
    await without.stop();
  });
});
