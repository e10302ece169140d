import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Connection, type DriverConnection } from 'mongodb/lib/cmap/connection';
import { failWritesOfClosedConnections } from './fail-writes-of-closed-connections';

let server: Server;
beforeAll(async () => {
  failWritesOfClosedConnections();
  server = createServer({ allowHalfOpen: true }).listen(0, '127.0.0.1');
  await once(server, 'listening');
});
afterAll(() => server.close());

/** Opens a connection of the driver. Returns it with both ends of its socket. */
async function openConnection(): Promise<{ connection: DriverConnection; socket: Socket; database: Socket }> {
  const accepted = once(server, 'connection') as Promise<[Socket]>;
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  const [[database]] = await Promise.all([accepted, once(socket, 'connect')]);
  const connection = new Connection(socket, { id: 1, generation: 1, hostAddress: { toString: () => 'database' } });
  return { connection, socket, database };
}

const ping = (connection: DriverConnection) => connection.command({ db: 'admin' }, { ping: 1 });

describe('a command on a connection that the database closes', () => {
  it('fails if it is written before the socket emits its event `close`', async () => {
    const { connection, socket, database } = await openConnection();
    // When the socket emits `finish`, it has ended, but the driver does not know this before the event `close`.
    const failed = once(socket, 'finish').then(() => ping(connection));
    socket.resume();
    database.end();
    await expect(failed).rejects.toThrow('closed');
  });

  it('fails if it waits for the response', async () => {
    const { connection, database } = await openConnection();
    const failed = expect(ping(connection)).rejects.toThrow('closed');
    database.end();
    await failed;
  });

  it('fails if it is sent after the connection was closed', async () => {
    const { connection, socket, database } = await openConnection();
    database.end();
    await new Promise((resolve) => socket.once('close', resolve));
    await expect(ping(connection)).rejects.toThrow('closed');
  });
});
