import os from 'node:os';
import { MongoError } from '../../errors/mongo-error';
import type { Document } from '../../values/decode';
import type { Command } from '../execution/command';

/** The MongoDB release whose behaviour this database implements. */
export const VERSION = '7.0.0';

export const ping: Command = { names: ['ping'], fields: [], run: () => ({}) };

export const buildInfo: Command = {
  names: ['buildInfo', 'buildinfo'],
  fields: [],
  run: () => ({
    version: VERSION,
    gitVersion: 'embedded',
    modules: [],
    storageEngines: ['lmdb'],
    versionArray: VERSION.split('.').map(Number).concat(0),
    bits: 64,
    debug: false,
    maxBsonObjectSize: 16 * 1024 * 1024,
  }),
};

export const serverStatus: Command = {
  names: ['serverStatus'],
  fields: 'any',
  run: ({ state }) => {
    const uptime = (Date.now() - state.startedAt.getTime()) / 1000;
    return {
      host: os.hostname(),
      version: VERSION,
      process: 'embedded-mongo',
      pid: process.pid,
      uptime,
      localTime: new Date(),
      connections: { current: state.connections() },
      metrics: { cursor: { open: { total: state.cursors.size }, heldBytes: state.engine.memory.held } },
      storageEngine: { name: 'lmdb', persistent: true },
    };
  },
};

export const connectionStatus: Command = {
  names: ['connectionStatus'],
  fields: ['showPrivileges'],
  run: () => ({ authInfo: { authenticatedUsers: [], authenticatedUserRoles: [] } }),
};

export const hostInfo: Command = {
  names: ['hostInfo'],
  fields: [],
  run: () => ({
    system: { currentTime: new Date(), hostname: os.hostname(), cpuAddrSize: 64, numCores: os.cpus().length },
    os: { type: os.type(), name: os.platform(), version: os.release() },
    extra: {},
  }),
};

const PARAMETERS: Document = { featureCompatibilityVersion: { version: '7.0' }, authenticationMechanisms: [] };

export const getParameter: Command = {
  names: ['getParameter'],
  fields: Object.keys(PARAMETERS),
  run: ({ body }) => {
    const asked = Object.keys(PARAMETERS).filter((name) => body.getParameter === '*' || body[name] !== undefined);
    if (asked.length === 0) throw new MongoError(72, 'InvalidOptions', 'no option found to get');
    return Object.fromEntries(asked.map((name) => [name, PARAMETERS[name]]));
  },
};
