import { recordUse } from '../usage/record-use';
import { Double } from 'bson';
import { locationError, MongoError } from '../errors/mongo-error';
import { encode } from '../values/encode';
import { keysOf, type Document } from '../values/document';
import { checkCommand } from './check-command';
import { COMMANDS } from './command-list';
import type { Answer, Client, Command, ServerState } from './execution/command';
import type { Message } from './wire/parse-message';
import { replyWith, type Reply } from './wire/write-reply';

/** Runs the command of a message and returns the reply. Never throws. */
export type Dispatcher = (message: Message, client: Client) => Promise<Reply>;

const BY_NAME = new Map<string, Command>(
  COMMANDS.flatMap((command) => command.names.map((name) => [name, command] as const)),
);

export function createDispatcher(state: ServerState): Dispatcher {
  return async (message, client) => {
    try {
      return asReply(await run(message, client, state));
    } catch (error) {
      return replyWith(encode(errorBody(error)));
    }
  };
}

async function run(message: Message, client: Client, state: ServerState): Promise<Answer> {
  const { body } = message;
  if (state.engine.failure) throw state.engine.failure;
  const name = keysOf(body)[0] ?? '';
  const command = BY_NAME.get(name);
  if (!command) throw new MongoError(59, 'CommandNotFound', `no such command: '${name}'`);
  recordUse('command', command.names[0] as string);
  checkCommand(command, name, body);
  const database = body.$db;
  if (typeof database !== 'string') throw locationError(40571, 'OP_MSG requests require a $db argument');
  if (database === '' || /[/\\. "$\0]/.test(database) || Buffer.byteLength(database) > 63) {
    throw new MongoError(73, 'InvalidNamespace', `Invalid database name: '${database}'`);
  }
  return command.run({ name, database, body, message, client, state });
}

function asReply(answer: Answer): Reply {
  return isReply(answer) ? answer : replyWith(encode({ ...answer, ok: new Double(1) }));
}

function isReply(answer: Answer): answer is Reply {
  return Buffer.isBuffer(answer.message);
}

/**
 * The reply for an error, in MongoDB's format. An error that is not a MongoError is a bug of this
 * database, and the reply calls it an internal error.
 */
function errorBody(error: unknown): Document {
  if (error instanceof MongoError) {
    return { ok: new Double(0), errmsg: error.message, code: error.code, codeName: error.codeName, ...error.extra };
  }
  const text = error instanceof Error ? error.message : String(error);
  return {
    ok: new Double(0),
    errmsg: `internal error of the embedded database: ${text}`,
    code: 1,
    codeName: 'InternalError',
  };
}
