import type { Engine } from '../storage/engine';
import type { Document } from '../values/decode';
import type { CursorRegistry } from './cursor-registry';
import type { Message } from './wire/parse-message';
import type { Reply } from './wire/write-reply';

/** State that all commands of one server share. */
export interface ServerState {
  engine: Engine;
  cursors: CursorRegistry;
  startedAt: Date;
  connections(): number;
}

/** The connection that a command came over. */
export interface Client {
  readonly id: number;
  /** Whether the connection has ended, so that nobody reads its replies. */
  isGone(): boolean;
}

/** One command that is being executed. */
export interface Request {
  /** The command's name as the client wrote it; its value is the command's first argument. */
  name: string;
  database: string;
  body: Document;
  message: Message;
  client: Client;
  state: ServerState;
}

/** A reply: fields to encode (`ok: 1` is added), or one that is already encoded. */
export type Answer = Document | Reply;

export interface Command {
  /** The command's names; messages use the first. */
  names: string[];
  /**
   * The fields that it accepts besides its name and the fields of every command; 'any' where drivers keep adding
   * fields.
   */
  fields: string[] | 'any';
  run(request: Request): Answer | Promise<Answer>;
}
