import type { UseKind } from '../usage/record-use';

/**
 * Features that are supported for the reason in `why`, although no service and no test suite uses
 * them.
 */
export const KEPT: readonly { kind: UseKind; names: readonly string[]; why: string }[] = [
  {
    kind: 'command',
    names: ['buildInfo', 'connectionStatus', 'getParameter', 'hostInfo', 'listDatabases', 'serverStatus'],
    why: 'mongosh and Compass ask for them when they connect',
  },
  { kind: 'command', names: ['killCursors'], why: 'drivers send it when a cursor is closed before its end' },
  { kind: 'command', names: ['count', 'drop'], why: 'the conformance tests use them through drivers' },
  { kind: 'command', names: ['validate'], why: 'tests of the database compare indexes with documents through it' },
  // "Known answers" are test cases with documents, a request and MongoDB's answer. They are in the folder conformance/,
  // and in a separate test suite (tools/ci/shared-conformance.mjs) that CI runs only on machines that have it. Some of
  // these cases need the operators below.
  {
    kind: 'query',
    names: ['$all', '$mod', '$size', '$type'],
    why: 'known answers compare how filters match arrays, numbers of each type and types',
  },
  { kind: 'query', names: ['$comment', '$options'], why: 'known answers contain filters as drivers write them' },
  {
    kind: 'update',
    names: ['$addToSet', '$pop', '$pullAll'],
    why: 'known answers compare when array elements are equal, and what an update does to a field that is no array',
  },
  {
    kind: 'update',
    names: ['$currentDate', '$mul', '$rename'],
    why: 'known answers compare the types of changed numbers and dates, and which updates conflict',
  },
  {
    kind: 'push',
    names: ['$position', '$sort'],
    why: 'known answers combine them with $each and $slice, which are in use',
  },
  {
    kind: 'stage',
    names: ['$bucket', '$count', '$facet', '$lookup', '$setWindowFields'],
    why: 'known answers and scenarios compare whole pipelines, as reports over stored data use them',
  },
  { kind: 'accumulator', names: ['$avg', '$push', '$sum'], why: 'known answers use them with $group and $bucket' },
  {
    kind: 'expression',
    names: ['$dateDiff', '$dateTrunc', '$multiply', '$toString'],
    why: 'known answers compare local time across changes of the clocks, and conversions of numbers',
  },
  { kind: 'expression', names: ['$gte', '$or'], why: 'with $lte, $gt, $lt and $and they are one set' },
];
