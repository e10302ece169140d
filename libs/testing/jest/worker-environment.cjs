const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { z } = require('zod');
const timeFactor = require('./time-factor.cjs');

/**
 * The environment of all tests. Jest's default environment gives each test file a new context with
 * its own built-in classes, so packages could not be loaded once for all files of a worker. Here,
 * all files of a worker share the context of the worker itself. After each file, the environment
 * undoes the changes that the file made to it: global variables, fake timers, environment
 * variables, the working folder, listeners of the process, zod's settings, and instances of
 * AsyncLocalStorage. Jest itself restores the functions that the file spied on.
 */
module.exports = class WorkerEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.restoreAll = [rememberGlobals(), rememberProcess(), rememberZod()];
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
    Object.assign(globalThis, projectConfig.globals);
    // Jest's default environment sets the same limit. With Node's default of 10, stack traces
    // rarely show the line of the test.
    Error.stackTraceLimit = 100;
  }

  async setup() {}

  /**
   * Multiplies the time limits of tests and hooks. Jest sends an event before it reads each of
   * these limits.
   */
  handleTestEvent({ name, hook, test }, { testTimeout }) {
    const started = { hook_start: hook, test_fn_start: test }[name];
    if (!started || started.hasFactor) return;
    started.timeout = (started.timeout || testTimeout) * timeFactor;
    started.hasFactor = true;
  }

  async teardown() {
    this.fakeTimersModern.dispose();
    for (const restore of this.restoreAll) restore();
    forgetClosedConnections();
    disableStorages();
    this.isTornDown = true;
  }

  exportConditions() {
    return ['node', 'node-addons'];
  }

  /**
   * If this returns null, jest runs no more code of the test file. The context itself is not used:
   * see worker-runtime.cjs.
   */
  getVmContext() {
    return this.isTornDown ? null : globalThis;
  }
};

function rememberGlobals() {
  const before = new Map(Reflect.ownKeys(globalThis).map((key) => [key, descriptorOf(key)]));
  return () => {
    for (const key of Reflect.ownKeys(globalThis)) {
      if (!before.has(key) && descriptorOf(key).configurable) delete globalThis[key];
    }
    for (const [key, descriptor] of before) {
      if (!Object.is(descriptorOf(key)?.value, descriptor.value)) Object.defineProperty(globalThis, key, descriptor);
    }
  };
}

const descriptorOf = (key) => Object.getOwnPropertyDescriptor(globalThis, key);

function rememberProcess() {
  const { env, exit } = process;
  const variables = { ...env };
  const folder = process.cwd();
  const listeners = listenersOfProcess();
  return () => {
    Object.assign(process, { env, exit });
    for (const name of Object.keys(env)) if (!(name in variables)) delete env[name];
    Object.assign(env, variables);
    if (process.cwd() !== folder) process.chdir(folder);
    for (const [event, added] of listenersOfProcess()) {
      for (const listener of added) if (!listeners.get(event)?.has(listener)) process.removeListener(event, listener);
    }
  };
}

/**
 * The listeners of the process, by event. Excludes listeners for `exit`, which packages add only
 * once, when they are loaded.
 */
function listenersOfProcess() {
  const events = process.eventNames().filter((event) => event !== 'exit');
  return new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
}

/**
 * Restores zod's settings, because our services replace zod's error messages for the whole process.
 */
function rememberZod() {
  const settings = z.config();
  const before = { ...settings };
  return () => {
    for (const name of Object.keys(settings)) delete settings[name];
    Object.assign(settings, before);
  };
}

/** The instances of AsyncLocalStorage that have been used since the last test file ended. */
const usedStorages = new Set();
for (const method of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...args) {
    usedStorages.add(this);
    return use.apply(this, args);
  };
}

/**
 * Before Node 24, every promise copies the values of all instances of AsyncLocalStorage that were
 * ever used, and each test file creates the instances in our modules again. After a hundred files,
 * this took a fifth of the processor time.
 */
function disableStorages() {
  for (const storage of usedStorages) storage.disable();
  usedStorages.clear();
}

/**
 * Removes closed connections from mongoose's list. Otherwise mongoose would keep them with all
 * their models, and a worker would run out of memory.
 */
function forgetClosedConnections() {
  const mongoose = require.cache[require.resolve('mongoose')]?.exports;
  if (!mongoose) return;
  const isOpen = ({ readyState }) => readyState !== mongoose.STATES.disconnected;
  mongoose.connections = mongoose.connections.filter((connection, index) => index === 0 || isOpen(connection));
}
