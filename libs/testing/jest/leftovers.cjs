// A test file that worker-environment.test.ts runs twice in one worker.
const { AsyncLocalStorage } = require('node:async_hooks');
const fs = require('node:fs');
const os = require('node:os');
const express = require('express');
const { z } = require('zod');
const local = require('./local.cjs');
const stateless = require(process.env.STATELESS);

/**
 * The changes to a worker that a test file can leave behind. `make` makes the change; `isThere`
 * returns whether the change is still in effect.
 */
const kinds = {
  'a global variable': { make: () => (globalThis.left = 1), isThere: () => 'left' in globalThis },
  'a replaced global variable': {
    make: () => (globalThis.structuredClone = () => 'replaced'),
    isThere: () => structuredClone(1) === 'replaced',
  },
  'an environment variable': { make: () => (process.env.LEFT = '1'), isThere: () => 'LEFT' in process.env },
  'no environment variable': { make: () => delete process.env.KEPT, isThere: () => !('KEPT' in process.env) },
  'a listener of the process': {
    make: () => process.on('SIGUSR2', () => {}),
    isThere: () => process.listenerCount('SIGUSR2') > 0,
  },
  'another folder': { make: () => process.chdir(os.tmpdir()), isThere: () => process.cwd() === os.tmpdir() },
  'a spy on a package': {
    make: () => jest.spyOn(express, 'json').mockReturnValue('replaced'),
    isThere: () => express.json() === 'replaced',
  },
  'a setting of zod': {
    make: () => z.config({ customError: () => 'replaced' }),
    isThere: () => z.config().customError !== undefined,
  },
  'a state of our own module': { make: () => (local.state = 'left'), isThere: () => local.state === 'left' },
  'a storage that is propagated to each new promise': {
    make: () => (express.storage = new AsyncLocalStorage()).enterWith('left'),
    isThere: () => isPropagated(express.storage),
  },
  'a wrong clock': { make: () => jest.useFakeTimers({ now: 0 }), isThere: () => Date.now() < 1000 },
};
/**
 * Whether every new promise copies the value of this AsyncLocalStorage, which costs time. From Node
 * 24 on, no promise copies it.
 */
const isPropagated = (storage) => storage?.enabled ?? storage?.getStore() !== undefined;
const found = () => Object.keys(kinds).filter((kind) => kinds[kind].isThere());

test(
  'the time limit of a test is multiplied by KEYHAVEN_TIME_FACTOR',
  () => new Promise((resolve) => setTimeout(resolve, 50)),
  20,
);

test('the worker has no changes that another file made', () => {
  expect(found()).toEqual([]);
});

test('the worker has the changes that this file makes, one of each kind', () => {
  for (const { make } of Object.values(kinds)) make();
  expect(found()).toEqual(Object.keys(kinds));
});

test('this file counts itself in the package and in the stateless module that it loads', () => {
  express.loads = (express.loads ?? 0) + 1;
  stateless.loads = (stateless.loads ?? 0) + 1;
  fs.appendFileSync(process.env.LOADS, `${express.loads}/${stateless.loads} `);
});
