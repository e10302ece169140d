import type { Engine } from '../../storage/engine';
import type { Document } from '../../values/decode';
import type { Snapshots } from '../../storage/snapshots';
import type { CursorRegistry } from './cursor-registry';
import type { Message } from '../wire/parse-message';
import type { Reply } from '../wire/write-reply';

/** The state that all commands of one server share. */
export interface ServerState {
  engine: Engine;
  cursors: CursorRegistry;
  snapshots: Snapshots;
  startedAt: Date;
  connections(): number;
}

/** The connection that a command arrived on. */
export interface Client {
  readonly id: number;
  /** Whether the connection has ended, so that nobody reads its replies. */
  isGone(): boolean;
}

/** A command that is being executed. */
export interface Request {
  /** The name of the command as the client wrote it. The value of this field is the first argument of the command. */
  name: string;
  database: string;
  body: Document;
  message: Message;
  client: Client;
  state: ServerState;
}

/** A reply: either its fields, which are encoded together with `ok: 1`, or a message that is already encoded. */
export type Answer = Document | Reply;

export interface Command {
  /** The names that clients may use. Error messages use the first one. */
  names: string[];
  /**
   * The fields that the command accepts besides its name and the fields that every command accepts. 'any' if drivers
   * keep adding fields.
   */
  fields: string[] | 'any';
  run(request: Request): Answer | Promise<Answer>;
}
