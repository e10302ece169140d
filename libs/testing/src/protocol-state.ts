import type { Protocol } from './explore';

/** A state of a protocol. */
export type State = readonly number[];
/** A change of one element of a state: the index and the new value. */
export type Change = readonly [at: number, value: number];

/** The steps of a protocol's processes, by name. */
export type Processes = Record<string, (state: State) => State[]>;

/**
 * A modelled record with a revision. Each reader knows whether the record was written since the
 * reader last read it.
 */
export interface Written {
  /**
   * The indexes of the readers' flags. A flag of 1 means that the record was not written since the
   * reader read it.
   */
  readers: number[];
}

/** Builds the initial state of a protocol, element by element. */
export class ProtocolState {
  private readonly values: number[] = [];

  get initial(): Protocol['initial'] {
    return this.values;
  }

  /** Adds an element. @returns its index. */
  field(value = 0): number {
    return this.values.push(value) - 1;
  }

  /**
   * Adds the flag of a reader of a record. The reader sets the flag to 1 when it reads the record.
   * @returns the flag's index.
   */
  reader({ readers }: Written): number {
    const flag = this.field();
    readers.push(flag);
    return flag;
  }
}

/** Returns the changes that a write of a record makes to the flags of its readers. */
export function written({ readers }: Written): Change[] {
  return readers.map((flag) => [flag, 0]);
}

export function change(state: State, ...changes: readonly Change[]): State {
  const next = [...state];
  for (const [at, value] of changes) next[at] = value;
  return next;
}
