import { STAGES } from '../aggregate/compile-pipeline';
import { ACCUMULATORS } from '../aggregate/stages/accumulators';
import { TRANSFORMS } from '../aggregate/stages/transforms';
import { SYSTEM_VARIABLES } from '../expression/operators/scope';
import { EXPRESSIONS } from '../expression/registry';
import { FIELD_OPERATORS } from '../query/compile-field';
import { LOGICAL_OPERATORS } from '../query/compile-filter';
import { COMMANDS } from '../server/command-list';
import { refused } from '../server/commands/refused';
import { UPDATE_OPERATORS } from '../update/parse-operators';
import { PUSH_CLAUSES } from '../update/push';
import type { UseKind } from '../usage/record-use';

/** All supported commands, stages, operators and variables, by kind. All others are refused. */
export const SUPPORTED: Readonly<Record<UseKind, readonly string[]>> = {
  command: COMMANDS.filter((command) => command !== refused).map((command) => command.names[0] as string),
  query: [...FIELD_OPERATORS, ...LOGICAL_OPERATORS],
  update: [...UPDATE_OPERATORS],
  push: [...PUSH_CLAUSES],
  projection: ['$slice'],
  stage: [...Object.keys(STAGES), ...Object.keys(TRANSFORMS)],
  accumulator: Object.keys(ACCUMULATORS),
  expression: [...EXPRESSIONS.keys()],
  variable: SYSTEM_VARIABLES.map((name) => `$$${name}`),
};
