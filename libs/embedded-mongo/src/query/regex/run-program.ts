import { isWord } from './character-sets';
import type { Instruction } from './compile-program';
import type { Assertion } from './syntax';

/** Where the pattern and its groups begin and end: pairs of string indexes, -1 for a group that took no part. */
export type Slots = number[];

interface Threads {
  /** Instructions in order of preference, with what each has saved. */
  list: { at: number; slots: Slots }[];
  /** For each instruction the step at which it was last added. */
  added: Int32Array;
}

/**
 * Finds the first match from an index on. All alternatives are followed at once, so the time is at most the text's
 * length times the pattern's: no pattern can make it spin.
 */
export function runProgram(program: readonly Instruction[], text: string, from: number): Slots | undefined {
  let current: Threads = { list: [], added: new Int32Array(program.length).fill(-1) };
  let next: Threads = { list: [], added: new Int32Array(program.length).fill(-1) };
  let matched: Slots | undefined;
  const start = program[1];
  const isAnchored = start?.op === 'assert' && start.assertion === 'start';
  for (let at = from; ;) {
    if (!matched) addThread(program, current, 0, [], text, at, at);
    if (current.list.length === 0 && (matched || isAnchored)) return matched;
    const codePoint = at < text.length ? (text.codePointAt(at) as number) : -1;
    const after = at + (codePoint > 0xffff ? 2 : 1);
    for (const thread of current.list) {
      const instruction = program[thread.at] as Instruction;
      if (instruction.op === 'match') {
        matched = thread.slots;
        break;
      }
      if (instruction.op === 'set' && codePoint >= 0 && instruction.contains(codePoint)) {
        addThread(program, next, thread.at + 1, thread.slots, text, after, after);
      }
    }
    if (codePoint < 0) return matched;
    [current, next] = [next, current];
    next.list = [];
    at = after;
  }
}

function addThread(
  program: readonly Instruction[],
  threads: Threads,
  start: number,
  slots: Slots,
  text: string,
  at: number,
  step: number,
): void {
  // A stack instead of recursion: a pattern may have thousands of instructions in a row that take no character.
  const stack: { at: number; slots: Slots }[] = [{ at: start, slots }];
  for (let top = stack.pop(); top; top = stack.pop()) {
    if (threads.added[top.at] === step) continue;
    threads.added[top.at] = step;
    const instruction = program[top.at] as Instruction;
    switch (instruction.op) {
      case 'jump':
        stack.push({ at: instruction.to, slots: top.slots });
        break;
      case 'split':
        stack.push({ at: instruction.second, slots: top.slots }, { at: instruction.first, slots: top.slots });
        break;
      case 'save':
        stack.push({ at: top.at + 1, slots: saved(top.slots, instruction.slot, at) });
        break;
      case 'assert':
        if (holds(instruction.assertion, text, at)) stack.push({ at: top.at + 1, slots: top.slots });
        break;
      default:
        threads.list.push(top);
    }
  }
}

function saved(slots: Slots, slot: number, at: number): Slots {
  const copy = slots.slice();
  while (copy.length < slot) copy.push(-1);
  copy[slot] = at;
  return copy;
}

function holds(assertion: Assertion, text: string, at: number): boolean {
  switch (assertion) {
    case 'start':
      return at === 0;
    case 'end':
      return at === text.length;
    case 'endOrLastNewline':
      return at === text.length || (at === text.length - 1 && text[at] === '\n');
    case 'startOfLine':
      return at === 0 || (text[at - 1] === '\n' && at < text.length);
    case 'endOfLine':
      return at === text.length || text[at] === '\n';
    case 'wordBoundary':
      return wordAt(text, at - 1) !== wordAt(text, at);
    case 'noWordBoundary':
      return wordAt(text, at - 1) === wordAt(text, at);
  }
}

function wordAt(text: string, at: number): boolean {
  return at >= 0 && at < text.length && isWord(text.charCodeAt(at));
}
