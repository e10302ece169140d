import type { mongo } from 'mongoose';

/** A document of one of four accounts. The document is about as large and as nested as a booking. */
export interface Stay extends mongo.Document {
  _id: string;
  user_id: number;
  number: number;
}

export const STAYS = 2000;

export function makeStay(number: number): Stay {
  const userId = 1 + (number % 4);
  const month = String(1 + (number % 9)).padStart(2, '0');
  return {
    _id: `${userId}/${number}`,
    user_id: userId,
    number,
    property_id: number % 50,
    revision: 3,
    arrival: `2026-${month}-10`,
    departure: `2026-${month}-14`,
    ...(number % 3 === 0 ? {} : { night_keys: ['a', 'b', 'c', 'd'].map((night) => `${number}/${night}`) }),
    created_utc: new Date(1_700_000_000_000 + number * 1000),
    booking: {
      id: number,
      type: 'booking',
      status: ['confirmed', 'pending', 'canceled'][number % 3],
      guest: { id: number, first_name: 'Ada', last_name: 'Lovelace', email: `ada${number}@example.com` },
      adults: 2,
      notes: 'x'.repeat(200),
      charges: Array.from({ length: 8 }, (_, id) => ({ id, kind: 'rent', amount_minor: 10_000 + id, currency: 'EUR' })),
    },
    idempotency: [{ key: `key-${number}`, request_hash: 'h'.repeat(40), bytes: 100 }],
    outbox: [],
  };
}

export const INDEXES: mongo.IndexDescription[] = [
  { key: { user_id: 1, number: 1 }, unique: true },
  { key: { user_id: 1, property_id: 1, arrival: 1 } },
  {
    key: { user_id: 1, night_keys: 1 },
    unique: true,
    partialFilterExpression: { night_keys: { $exists: true } },
  },
  { key: { user_id: 1, created_utc: -1 } },
];

type Stays = mongo.Collection<Stay>;

/** One kind of operation, and how many clients run it concurrently. */
export interface Workload {
  name: string;
  clients: number;
  run(stays: Stays, random: number, next: () => number): Promise<unknown>;
}

const ofAccount = (random: number) => ({ user_id: 1 + (random % 4) });
const findOne: Workload['run'] = (stays, random) => stays.findOne({ ...ofAccount(random), number: random });
const newestFirst = { created_utc: -1 } as const;

/**
 * Updates a document as the services do: with a pipeline that reads the database's clock, and only
 * if the document has the expected revision.
 */
const changeStay: Workload['run'] = (stays, random) =>
  stays.findOneAndUpdate(
    { ...ofAccount(random), number: random, revision: 3 },
    [
      {
        $set: {
          updated_utc: '$$NOW',
          'booking.adults': { $add: ['$booking.adults', 1] },
          outbox: [{ id: { $literal: `event-${random}` }, type: 'booking', updated_utc: '$$NOW' }],
        },
      },
    ],
    { returnDocument: 'after' },
  );

export const WORKLOADS: Workload[] = [
  { name: 'findOne by an index, 1 client', clients: 1, run: findOne },
  { name: 'findOne by an index, 32 clients', clients: 32, run: findOne },
  {
    name: 'find 20, 8 clients',
    clients: 8,
    run: (stays, random) => stays.find(ofAccount(random)).sort(newestFirst).limit(20).toArray(),
  },
  {
    name: 'find 20 with conditions, 8 clients',
    clients: 8,
    run: (stays, random) =>
      stays
        .find({
          ...ofAccount(random),
          'booking.status': { $in: ['confirmed', 'pending'] },
          $or: [{ property_id: { $lt: 25 } }, { 'booking.adults': 2 }],
        })
        .project({ outbox: 0, idempotency: 0 })
        .sort(newestFirst)
        .limit(20)
        .toArray(),
  },
  {
    name: 'find 20 after 300, 8 clients',
    clients: 8,
    run: (stays, random) =>
      stays
        .find({ ...ofAccount(random), 'booking.type': 'booking' })
        .sort(newestFirst)
        .skip(300)
        .limit(20)
        .toArray(),
  },
  {
    name: 'count 500, 8 clients',
    clients: 8,
    run: (stays, random) => stays.countDocuments({ ...ofAccount(random), 'booking.type': 'booking' }),
  },
  { name: 'conditional update, 32 clients', clients: 32, run: changeStay },
  { name: 'insertOne, 32 clients', clients: 32, run: (stays, _random, next) => stays.insertOne(makeStay(next())) },
];
