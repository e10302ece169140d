/** A set of characters: ranges of code points, both ends included. */
export interface CharacterSet {
  ranges: readonly (readonly [number, number])[];
  negated: boolean;
}

export type Assertion =
  'start' | 'end' | 'startOfLine' | 'endOfLine' | 'endOrLastNewline' | 'wordBoundary' | 'noWordBoundary';

/** A parsed regular expression. */
export type Node =
  | { kind: 'empty' }
  | { kind: 'set'; set: CharacterSet }
  | { kind: 'assertion'; assertion: Assertion }
  | { kind: 'sequence'; items: Node[] }
  | { kind: 'choice'; items: Node[] }
  | { kind: 'group'; index: number; item: Node }
  | { kind: 'repeat'; item: Node; min: number; max: number; greedy: boolean };

export interface ParsedPattern {
  node: Node;
  /** How many groups capture. */
  groups: number;
}

export interface Options {
  ignoreCase: boolean;
  multiline: boolean;
  dotAll: boolean;
}
