import type { Command } from './execution/command';
import { aggregate } from './commands/aggregate';
import { count } from './commands/count';
import { create } from './commands/create';
import { createIndexes } from './commands/create-indexes';
import { deleteDocuments } from './commands/delete';
import { distinct } from './commands/distinct';
import { drop } from './commands/drop';
import { dropDatabase } from './commands/drop-database';
import { dropIndexes } from './commands/drop-indexes';
import { explain } from './commands/explain';
import { find } from './commands/find';
import { findAndModify } from './commands/find-and-modify';
import { getMore } from './commands/get-more';
import { hello } from './commands/hello';
import { insert } from './commands/insert';
import { killCursors } from './commands/kill-cursors';
import { listCollections } from './commands/list-collections';
import { listDatabases } from './commands/list-databases';
import { listIndexes } from './commands/list-indexes';
import { refused } from './commands/refused';
import { buildInfo, connectionStatus, getParameter, hostInfo, ping, serverStatus } from './commands/server-information';
import { endSessions } from './commands/end-sessions';
import { update } from './commands/update';
import { validate } from './commands/validate';

/** All commands that the server knows, including those that it always refuses. */
export const COMMANDS: Command[] = [
  aggregate,
  buildInfo,
  connectionStatus,
  count,
  create,
  createIndexes,
  deleteDocuments,
  distinct,
  drop,
  dropDatabase,
  dropIndexes,
  endSessions,
  explain,
  find,
  findAndModify,
  getMore,
  getParameter,
  hello,
  hostInfo,
  insert,
  killCursors,
  listCollections,
  listDatabases,
  listIndexes,
  ping,
  refused,
  serverStatus,
  update,
  validate,
];
