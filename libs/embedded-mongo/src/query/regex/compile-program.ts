import { notSupported } from '../../errors';
import { compileSet } from './character-sets';
import type { Assertion, Node, Options, ParsedPattern } from './syntax';

/** One step of a compiled pattern. `split` tries `first` before `second`. */
export type Instruction =
  | { op: 'set'; contains: (codePoint: number) => boolean }
  | { op: 'split'; first: number; second: number }
  | { op: 'jump'; to: number }
  | { op: 'save'; slot: number }
  | { op: 'assert'; assertion: Assertion }
  | { op: 'match' };

/** Counted repetitions are written out; a pattern beyond this size is refused rather than slow. */
const MAX_INSTRUCTIONS = 5_000;

/** The instructions of a pattern, for the matcher that follows all alternatives at once. */
export function compileProgram(parsed: ParsedPattern, options: Options): Instruction[] {
  const program: Instruction[] = [];
  emitGroup(program, 0, parsed.node, options);
  program.push({ op: 'match' });
  return program;
}

function emitGroup(program: Instruction[], index: number, item: Node, options: Options): void {
  program.push({ op: 'save', slot: index * 2 });
  emit(program, item, options);
  program.push({ op: 'save', slot: index * 2 + 1 });
}

function emit(program: Instruction[], node: Node, options: Options): void {
  if (program.length > MAX_INSTRUCTIONS) throw notSupported('a regular expression of this size');
  switch (node.kind) {
    case 'empty':
      return;
    case 'set':
      program.push({ op: 'set', contains: compileSet(node.set, options.ignoreCase) });
      return;
    case 'assertion':
      program.push({ op: 'assert', assertion: node.assertion });
      return;
    case 'sequence':
      for (const item of node.items) emit(program, item, options);
      return;
    case 'choice':
      return emitChoice(program, node.items, options);
    case 'group':
      return emitGroup(program, node.index, node.item, options);
    case 'repeat':
      return emitRepeat(program, node, options);
  }
}

function emitChoice(program: Instruction[], items: Node[], options: Options): void {
  const jumps: { op: 'jump'; to: number }[] = [];
  items.forEach((item, index) => {
    if (index === items.length - 1) return emit(program, item, options);
    const split = pushSplit(program);
    split.first = program.length;
    emit(program, item, options);
    const jump = { op: 'jump' as const, to: 0 };
    jumps.push(jump);
    program.push(jump);
    split.second = program.length;
  });
  for (const jump of jumps) jump.to = program.length;
}

function emitRepeat(program: Instruction[], node: Extract<Node, { kind: 'repeat' }>, options: Options): void {
  for (let count = 0; count < node.min; count++) emit(program, node.item, options);
  if (node.max === Infinity) {
    const start = program.length;
    const split = pushSplit(program);
    const inside = program.length;
    emit(program, node.item, options);
    program.push({ op: 'jump', to: start });
    direct(split, node.greedy, inside, program.length);
    return;
  }
  const splits: [Extract<Instruction, { op: 'split' }>, number][] = [];
  for (let count = node.min; count < node.max; count++) {
    splits.push([pushSplit(program), program.length]);
    emit(program, node.item, options);
  }
  for (const [split, inside] of splits) direct(split, node.greedy, inside, program.length);
}

function pushSplit(program: Instruction[]): Extract<Instruction, { op: 'split' }> {
  const split = { op: 'split' as const, first: 0, second: 0 };
  program.push(split);
  return split;
}

function direct(split: Extract<Instruction, { op: 'split' }>, greedy: boolean, inside: number, after: number): void {
  split.first = greedy ? inside : after;
  split.second = greedy ? after : inside;
}
