const { AsyncLocalStorage } = require('node:async_hooks');
const { ModernFakeTimers } = require('@jest/fake-timers');
const { ModuleMocker } = require('jest-mock');
const { z } = require('zod');
const timeFactor = require('./time-factor.cjs');

/**
 * The environment of all tests. Jest's own gives each test file a new context with classes of its own, so that no
 * package could be loaded once for all files of a worker. Here, the files of a worker share the context in which the
 * worker itself runs. After each file, the environment undoes what the file did to it: global variables, fake timers,
 * environment variables, the working folder, listeners of the process, zod's settings, and storages. Jest itself
 * restores what the file spied on.
 */
module.exports = class WorkerEnvironment {
  constructor({ projectConfig }) {
    this.global = globalThis;
    this.restoreAll = [rememberGlobals(), rememberProcess(), rememberZod()];
    this.fakeTimers = null;
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: globalThis });
    this.moduleMocker = new ModuleMocker(globalThis);
    Object.assign(globalThis, projectConfig.globals);
    // As in jest's own environment. Node's default of 10 rarely reaches the test.
    Error.stackTraceLimit = 100;
  }

  async setup() {}

  /** Multiplies the time limits of tests and hooks. Jest reads each limit after this event. */
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

  /** The runtime does not use the context. Jest runs no more code once there is none. */
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

/** The listeners by event, except those for the exit, which packages add once when they are loaded. */
function listenersOfProcess() {
  const events = process.eventNames().filter((event) => event !== 'exit');
  return new Map(events.map((event) => [event, new Set(process.rawListeners(event))]));
}

/** Our services replace zod's messages for all schemas of a process. */
function rememberZod() {
  const settings = z.config();
  const before = { ...settings };
  return () => {
    for (const name of Object.keys(settings)) delete settings[name];
    Object.assign(settings, before);
  };
}

/** The storages that were used since the last file. */
const usedStorages = new Set();
for (const method of ['run', 'enterWith']) {
  const use = AsyncLocalStorage.prototype[method];
  AsyncLocalStorage.prototype[method] = function (...args) {
    usedStorages.add(this);
    return use.apply(this, args);
  };
}

/**
 * Before Node 24, every promise copies the values of all storages that were ever used, and each test file creates the
 * storages of our modules again. After a hundred files, this took a fifth of the processor time.
 */
function disableStorages() {
  for (const storage of usedStorages) storage.disable();
  usedStorages.clear();
}

/** Mongoose keeps closed connections with all their models in its list, so a worker would run out of memory. */
function forgetClosedConnections() {
  const mongoose = require.cache[require.resolve('mongoose')]?.exports;
  if (!mongoose) return;
  const isOpen = ({ readyState }) => readyState !== mongoose.STATES.disconnected;
  mongoose.connections = mongoose.connections.filter((connection, index) => index === 0 || isOpen(connection));
}
