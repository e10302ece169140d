// Kills containers between bookings and their deliveries, and compares the deliveries with the event log.
import assert from 'node:assert/strict';
import { until } from '../until.mjs';

/** The first night that is booked, in days from today. */
const FIRST_NIGHT = 30;
/** The number of nights that are booked while the services booking and webhook are killed. */
const BURST = 12;

/** Kills a service's container and waits until the engine has started it again. */
async function killAndRestart(project, service) {
  const killed = project.signal(service, 'SIGKILL');
  await until(`the engine starts ${service} again`, () => {
    const { Running, Pid } = project.inspect(service).State;
    return Running && Pid !== killed;
  });
}

export async function checkDeliveries(project, client, receiver, checks) {
  const port = await receiver.start();
  const network = JSON.parse(project.docker('network', 'inspect', `${project.name}_default`))[0];
  const subscription = { type: 'booking', webhook_url: `http://${network.IPAM.Config[0].Gateway}:${port}/` };
  const { next_cursor: start } = await client.get('/v2/events?after=latest');
  const booked = [];
  const book = async (night) => {
    const booking = await client.book(FIRST_NIGHT + night);
    booked.push(booking.id);
    return booking.id;
  };
  const delivered = (id) => until(`the event of booking ${id} is delivered`, () => receiver.has(id));

  await checks.check('a booking is delivered to a subscribed receiver', async () => {
    // The webhook service might not have received the event of the new account yet.
    const { status, text } = await until('webhook knows the account', async () => {
      const answer = await client.send('POST', '/v2/webhooksubscriptions', subscription);
      return answer.status === 503 ? undefined : answer;
    });
    assert.equal(status, 200, text);
    await delivered(await book(0));
  });

  await checks.check('a second booking of the same night is answered 409', async () => {
    await assert.rejects(client.book(FIRST_NIGHT), /answered 409/);
  });

  await checks.check('a booking is delivered although booking was killed before its event was published', async () => {
    project.signal('kafka', 'SIGSTOP');
    const id = await book(1);
    await killAndRestart(project, 'booking');
    assert.equal(receiver.has(id), false);
    project.signal('kafka', 'SIGCONT');
    await delivered(id);
  });

  await checks.check('a booking is delivered although webhook was killed during its delivery', async () => {
    receiver.isHolding = true;
    const id = await book(2);
    await until('the delivery begins', () => receiver.held.some(({ entity_id }) => entity_id === id));
    await killAndRestart(project, 'webhook');
    receiver.isHolding = false;
    await delivered(id);
  });

  await checks.check(
    `${BURST} bookings are delivered although booking and webhook were killed before the deliveries`,
    async () => {
      const burst = Array.from({ length: BURST }, (_, night) => book(10 + night));
      await until('some are booked', () => booked.length > 5);
      await Promise.all([killAndRestart(project, 'booking'), killAndRestart(project, 'webhook')]);
      for (const id of await Promise.all(burst)) await delivered(id);
    },
  );

  await checks.check('exactly the events of the log were delivered, with the same bodies', async () => {
    const logged = await client.events(start);
    assert.deepEqual(new Set(logged.map(({ entity_id }) => entity_id)), new Set(booked));
    await until('every event of the log is delivered', () =>
      logged.every(({ id }) => receiver.delivered.some((event) => event.id === id)),
    );
    const { delivered } = receiver;
    const byId = new Map((await client.events(start)).map((event) => [event.id, event]));
    for (const event of delivered) assert.deepEqual(event, byId.get(event.id));
    const once = new Set(delivered.map(({ id }) => id)).size;
    console.log(`        ${once} events of ${booked.length} bookings; ${delivered.length - once} repeated deliveries`);
  });
}
