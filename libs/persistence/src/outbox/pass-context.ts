import { AsyncLocalStorage } from 'node:async_hooks';

const passes = new AsyncLocalStorage<true>();

/** Whether the caller runs within a pass of a relay. One pass publishes the events of many requests. */
export function isWithinPass(): boolean {
  return passes.getStore() === true;
}

export function withinPass<Result>(work: () => Result): Result {
  return passes.run(true, work);
}
