import { Connection } from 'mongodb/lib/cmap/connection';
import { openClient } from './open-client';

describe('openClient', () => {
  it('makes commands fail on connections that the database has closed', async () => {
    const { cleanup } = Connection.prototype;
    await expect(openClient('mongodb://127.0.0.1:1/', { serverSelectionTimeoutMS: 1 })).rejects.toThrow();
    expect(Connection.prototype.cleanup).not.toBe(cleanup);
  });
});
