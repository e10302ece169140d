/**
 * Disables the mechanisms that guarantee correctness, one at a time, to prove that the checks find
 * the resulting violation. This code runs between the service and its database driver or bus, in
 * processes that tests start.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { SabotageName } from '../sabotage-name';

export type StoreCommand = Record<string, unknown>;
/**
 * `separately` sends the write as an independent command. Otherwise the driver would mark it as a
 * retry of the first command.
 */
type Send = (command: StoreCommand, how?: 'separately') => Promise<unknown>;
type Stage = Record<string, Record<string, unknown>>;

export interface Sabotage {
  store(command: StoreCommand, send: Send): Promise<unknown>;
  publish(publish: () => Promise<void>): Promise<void>;
}

/**
 * The time from the early acknowledgement of the sabotaged bus to the delivery of the events, in
 * milliseconds.
 */
const LATE_MS = 200;

const none: Sabotage = { store: (command, send) => send(command), publish: (publish) => publish() };

const kinds: Record<SabotageName, Partial<Sabotage>> = {
  'night keys are not unique': {
    store: (command, send) => send(withoutUniqueNights(command)),
  },
  'the store loses what it acknowledged': {
    store: async (command, send) => {
      const answer = await send(command);
      const id = command.findAndModify === 'guests' && command.upsert === true ? writtenId(answer) : undefined;
      if (id !== undefined) await send({ delete: 'guests', deletes: [{ q: { _id: id }, limit: 1 }] }, 'separately');
      return answer;
    },
  },
  'the event is written after the change': {
    store: (command, send) => writeEventsAfterwards(command, send),
  },
  'the outbox is emptied before the bus has the events': {
    publish: (publish) => {
      void sleep(LATE_MS).then(publish);
      return Promise.resolve();
    },
  },
  'answers are not kept': {
    store: (command, send) => send(withoutStoredAnswer(command)),
  },
};

export function sabotageOf(name: string | undefined): Sabotage {
  if (name === undefined) return none;
  const kind = kinds[name as SabotageName];
  if (!kind) throw new Error(`${name} is not a kind of sabotage`);
  return { ...none, ...kind };
}

function withoutUniqueNights(command: StoreCommand): StoreCommand {
  if (command.createIndexes === undefined) return command;
  const indexes = (command.indexes as { key: object | Map<string, unknown>; unique?: boolean }[]).map((index) => {
    const fields = index.key instanceof Map ? [...index.key.keys()] : Object.keys(index.key);
    return fields.includes('night_keys') ? { ...index, unique: false } : index;
  });
  return { ...command, indexes };
}

function withoutStoredAnswer(command: StoreCommand): StoreCommand {
  if (!Array.isArray(command.update)) return command;
  const stages = (command.update as Stage[]).filter((stage) => !stage.$set || !('idempotency' in stage.$set));
  return { ...command, update: stages };
}

/**
 * Splits a write in two: writes first the change, and the outbox entries after the change has been
 * acknowledged.
 */
async function writeEventsAfterwards(command: StoreCommand, send: Send): Promise<unknown> {
  const stages = Array.isArray(command.update) ? (command.update as Stage[]) : [];
  const withEvents = stages.find((stage) => stage.$set && 'outbox' in stage.$set);
  if (command.findAndModify === undefined || !withEvents) return send(command);
  const isOutbox = ([field]: [string, unknown]) => field.startsWith('outbox');
  const fields = Object.entries(withEvents.$set!);
  const change = { $set: Object.fromEntries(fields.filter((field) => !isOutbox(field))) };
  const answer = await send({ ...command, update: stages.map((stage) => (stage === withEvents ? change : stage)) });
  const id = writtenId(answer);
  if (id === undefined) return answer;
  const events = [{ $set: Object.fromEntries(fields.filter(isOutbox)) }];
  return send({ ...command, query: { _id: id }, update: events, upsert: false }, 'separately');
}

/**
 * Returns the id of the document in the reply to a findAndModify. The driver may leave this reply
 * as raw BSON.
 */
function writtenId(answer: unknown): unknown {
  const { value } = (isUnread(answer) ? answer.toObject() : answer) as { value?: { _id: unknown } | null };
  return value?._id;
}

function isUnread(answer: unknown): answer is { toObject(): unknown } {
  return typeof (answer as { toObject?: unknown }).toObject === 'function';
}
