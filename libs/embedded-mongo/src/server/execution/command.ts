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

/** The connection that sent a command. */
export interface Client {
  readonly id: number;
  /** Whether the connection is closed, so that nobody can read a reply. */
  isGone(): boolean;
}

/** A command that is being executed. */
export interface Request {
  /**
   * The name of the command as the client wrote it. The field of this name in `body` is the
   * command's first argument.
   */
  name: string;
  database: string;
  body: Document;
  message: Message;
  client: Client;
  state: ServerState;
}

/** A reply: either its fields, to be encoded together with `ok: 1`, or an encoded message. */
export type Answer = Document | Reply;

export interface Command {
  /** The names that clients may use. Error messages use the first one. */
  names: string[];
  /**
   * The fields that the command accepts in addition to its name and to the fields that every
   * command accepts. 'any' is for commands to which drivers add new fields in each release.
   */
  fields: string[] | 'any';
  run(request: Request): Answer | Promise<Answer>;
}
