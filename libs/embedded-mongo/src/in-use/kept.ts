import type { UseKind } from '../usage/record-use';

/** Features that are supported although no service and no test suite uses them, each with the reason. */
export const KEPT: readonly { kind: UseKind; names: readonly string[]; why: string }[] = [
  {
    kind: 'command',
    names: ['buildInfo', 'connectionStatus', 'getParameter', 'hostInfo', 'listDatabases', 'serverStatus'],
    why: 'mongosh and Compass ask for them when they connect',
  },
  { kind: 'command', names: ['killCursors'], why: 'drivers send it when a cursor is closed before its end' },
  { kind: 'command', names: ['count', 'drop'], why: 'the conformance tests use them through drivers' },
  { kind: 'command', names: ['validate'], why: 'tests of the database compare indexes with documents through it' },
  {
    kind: 'query',
    names: ['$all', '$comment', '$mod', '$options', '$size', '$type'],
    why: 'known answers need them',
  },
  {
    kind: 'update',
    names: ['$addToSet', '$currentDate', '$mul', '$pop', '$pullAll', '$rename'],
    why: 'known answers need them',
  },
  { kind: 'push', names: ['$position', '$sort'], why: 'known answers need them' },
  {
    kind: 'stage',
    names: ['$bucket', '$count', '$facet', '$lookup', '$setWindowFields'],
    why: 'known answers need them',
  },
  { kind: 'accumulator', names: ['$avg', '$push', '$sum'], why: 'known answers need them' },
  {
    kind: 'expression',
    names: ['$dateDiff', '$dateTrunc', '$multiply', '$toString'],
    why: 'known answers need them',
  },
  { kind: 'expression', names: ['$gte', '$or'], why: 'with $lte, $gt, $lt and $and they are one set' },
  { kind: 'variable', names: ['$$CURRENT'], why: 'another name of $$ROOT' },
];
