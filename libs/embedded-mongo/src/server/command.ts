import type { Engine } from '../storage/engine';
import type { Document } from '../values/decode';
import type { CursorRegistry } from './cursor-registry';
import type { Message } from './wire/parse-message';

/** What all commands of one server share. */
export interface ServerState {
  engine: Engine;
  cursors: CursorRegistry;
  startedAt: Date;
  connections(): number;
}

/** The connection that a command came over. */
export interface Client {
  readonly id: number;
  /** Whether the connection has ended: its answers are not read any more. */
  isGone(): boolean;
}

/** One command that is being answered. */
export interface Request {
  /** The command's name as the client wrote it; its value is the command's first argument. */
  name: string;
  database: string;
  body: Document;
  message: Message;
  client: Client;
  state: ServerState;
}

/** An answer: fields to be encoded (`ok: 1` is added), or a whole body that is encoded already. */
export type Answer = Document | Buffer;

export interface Command {
  /** Its names, the first one being the one that messages use. */
  names: string[];
  /** The fields that it takes beside its name and those that every command takes; 'any' where drivers keep adding to them. */
  fields: string[] | 'any';
  run(request: Request): Answer | Promise<Answer>;
}
