import type { WebhookPayload } from '@keyhaven/contracts/webhook/delivery';
import type { Acknowledged, ListedRecord, RecordType } from '../observed/record';
import { type Observed, runChecks } from './run-checks';

const userId = 7;
const nights = ['2030-07-01', '2030-07-02'];

function acknowledged(id: number, version: number, title: string): Acknowledged {
  return { userId, type: 'booking', id, version, isDeleted: false, fields: { title, status: 'active' } };
}
function listed(id: number, part: Partial<ListedRecord> = {}): ListedRecord {
  const fields = { title: `title ${id}`, status: 'active' };
  return { userId, type: 'booking', id, fields, nights: [], propertyId: 3, heldFor: undefined, ...part };
}
function event(id: number, version: number, part: Partial<WebhookPayload> = {}): WebhookPayload {
  return {
    id: `${id}/${version}`,
    user_id: userId,
    action: version === 1 ? 'entity_create' : 'entity_update',
    entity_type: 'booking',
    entity_id: id,
    categories: ['other'],
    entity: { id, title: version === 1 ? 'first' : `title ${id}`, status: 'active' },
    occurred_utc: '2030-01-01T00:00:00.000Z',
    version,
    ...part,
  };
}

/**
 * Returns the observations of a run without violations. In this run, booking 1 was changed once, and quote 5 was
 * deleted. Booking 2 holds the nights of quote 6. There are also a guest and a message.
 */
function soundRun(): Observed {
  const created = (type: RecordType, id: number): Acknowledged => {
    return { userId, type, id, version: 1, isDeleted: false, fields: {} };
  };
  const events = [
    event(1, 1),
    event(1, 2),
    event(5, 1, { id: 'q5/1', entity_type: 'quote' }),
    event(5, 2, { id: 'q5/2', entity_type: 'quote', action: 'entity_delete' }),
    event(6, 1, { id: 'q6/1', entity_type: 'quote' }),
    event(2, 1, { id: 'b2/1' }),
    event(8, 1, { id: 'g8/1', entity_type: 'guest' }),
    event(9, 1, { id: 'm9/1', entity_type: 'thread_message' }),
  ];
  return {
    acknowledged: [
      acknowledged(1, 1, 'first'),
      acknowledged(1, 2, 'title 1'),
      created('quote', 5),
      { ...created('quote', 5), version: undefined, isDeleted: true },
      created('quote', 6),
      created('guest', 8),
      created('thread_message', 9),
    ],
    holdings: [{ userId, propertyId: 3, nights, holder: 'booking 1', from: 100, until: Infinity }],
    faults: [],
    listed: [
      listed(1, { nights }),
      listed(2, { heldFor: 6 }),
      listed(6, { type: 'quote' }),
      listed(8, { type: 'guest' }),
      listed(9, { type: 'thread_message' }),
    ],
    // Repeated deliveries are allowed, in any order.
    received: [...events.toReversed(), event(1, 1)],
    logged: events,
    consumed: [...events],
    failures: [{ kind: 'kill -9', victim: 'booking-1', evidence: 'process 1 ended', recoveredAfter: 2 }],
    deadLetters: 0,
    nightsTaken: 1,
  };
}

/** The names of the checks that fail. */
const failing = (part: Partial<Observed>) =>
  runChecks({ ...soundRun(), ...part }).flatMap(({ name, violations }) => (violations.length > 0 ? [name] : []));

const idle = 'the clients changed records of every type, and contested nights';
const lost = 'nothing acknowledged is lost';
const invented = 'no record was invented';
const occupiedTwice = 'no night is occupied twice at the end';
const soldTwice = 'no night was sold twice at any time';
const lostInLog = 'every acknowledged change is in the event log';
const lostDelivery = 'every acknowledged change was delivered';
const inventedInLog = 'no event of the log was invented';
const inventedDelivery = 'no delivery was invented';
const order = 'the log has each event once, in the order of the changes';
const consumer = 'a consumer of the log missed nothing during the failures';
const sameEvents = 'exactly the events of the log were delivered';

describe('the checks of a failure test', () => {
  const sound = soundRun();
  const [first, second, ...others] = sound.logged;
  const without = (events: readonly WebhookPayload[], id: string) => events.filter((one) => one.id !== id);

  it('accept a run in which nothing went wrong', () => {
    expect(failing({})).toEqual([]);
  });

  it.each<[string, Partial<Observed>, string[]]>([
    ['an acknowledged booking is not listed', { listed: sound.listed.slice(1) }, [lost]],
    [
      'an acknowledged change is not listed',
      { listed: [listed(1, { fields: { title: 'first' } }), ...sound.listed.slice(1)] },
      [lost],
    ],
    ['a deleted quote is listed', { listed: [...sound.listed, listed(5, { type: 'quote' })] }, [lost]],
    ['a listed booking was made by no client', { listed: [...sound.listed, listed(9)] }, [invented]],
    [
      'a listed hold belongs to a quote that no client made',
      { listed: [...sound.listed, listed(9, { heldFor: 8 })] },
      [invented],
    ],
    [
      'two records occupy a night',
      { listed: [listed(1, { nights }), listed(2, { heldFor: 6, nights: nights.slice(1) }), ...sound.listed.slice(2)] },
      [occupiedTwice],
    ],
    [
      'a night was sold again before its booking was canceled',
      {
        holdings: [
          { ...sound.holdings[0]!, until: 200 },
          { ...sound.holdings[0]!, holder: 'booking 2', nights: nights.slice(1), from: 150 },
        ],
      },
      [soldTwice],
    ],
    ['a delivery is lost', { received: without(sound.received, '1/2') }, [lostDelivery, sameEvents]],
    ['the delivery of a deletion is lost', { received: without(sound.received, 'q5/2') }, [lostDelivery, sameEvents]],
    ['the delivery of an unacknowledged change is lost', { received: without(sound.received, 'b2/1') }, [sameEvents]],
    ['an event is missing in the log', { logged: without(sound.logged, '1/1') }, [lostInLog, consumer, sameEvents]],
    [
      'the content of an event differs from the answer to the client',
      { logged: [first!, { ...second!, entity: { title: 'another' } }, ...others] },
      [lostInLog, consumer, sameEvents],
    ],
    [
      'an event of a booking that does not exist is delivered',
      { received: [...sound.received, event(9, 1)] },
      [inventedDelivery, sameEvents],
    ],
    [
      'the log has an event of another account',
      { logged: [...sound.logged, event(1, 1, { id: 'another', user_id: 8 })] },
      [inventedInLog, consumer, sameEvents],
    ],
    [
      'the log has an event with a version that the record never had',
      { logged: [...sound.logged, event(1, 3)] },
      [inventedInLog, consumer, sameEvents],
    ],
    [
      'a repeated delivery has another body',
      { received: [...sound.received, event(1, 2, { categories: ['dates'] })] },
      [inventedDelivery, sameEvents],
    ],
    ['the log has an event twice', { logged: [...sound.logged, event(1, 2)] }, [order]],
    ['the log has the events of a record in the wrong order', { logged: [second!, first!, ...others] }, [order]],
    ['the consumer of the log missed an event', { consumed: sound.consumed.slice(1) }, [consumer]],
    [
      'a request had an unexpected answer',
      { faults: ['POST /v2/bookings answered 404'] },
      ['every request was answered, with what its client expected'],
    ],
    [
      'a failure did not happen',
      { failures: [{ ...sound.failures[0]!, evidence: undefined }] },
      ['every failure really happened'],
    ],
    [
      'a process did not recover',
      { failures: [{ ...sound.failures[0]!, recoveredAfter: undefined }] },
      ['everything recovered by itself'],
    ],
    ['an event went to the dead letters', { deadLetters: 1 }, ['no event went to the dead letters']],
    [
      'no client wrote a guest',
      { acknowledged: sound.acknowledged.filter(({ type }) => type !== 'guest') },
      [idle, invented],
    ],
    ['no nights were contested', { nightsTaken: 0 }, [idle]],
  ])('fail if %s', (_, part, expected) => {
    expect(failing(part)).toEqual(expected);
  });

  it('accept a night that is booked again after its first booking was canceled', () => {
    const [holding] = sound.holdings;
    expect(
      failing({
        holdings: [
          { ...holding!, until: 200 },
          { ...holding!, holder: 'booking 2', from: 210 },
        ],
      }),
    ).toEqual([]);
  });

  it('fail if the versions of a record have a gap', () => {
    const gap = event(2, 3, { id: 'b2/3' });
    const all = [...sound.logged, gap];
    expect(failing({ received: all, logged: all, consumed: all })).toEqual([lostInLog, lostDelivery]);
  });
});
