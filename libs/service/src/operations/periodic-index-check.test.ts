import { createConnection, Schema } from 'mongoose';
import { createLogger } from '../observability/logger';
import { periodicIndexCheck } from './periodic-index-check';

const schema = new Schema({ name: String }, { autoIndex: false, autoCreate: false }).index(
  { name: 1 },
  { unique: true },
);
const unique = { key: { name: 1 }, unique: true };
let lines: Record<string, unknown>[];
let check: ReturnType<typeof periodicIndexCheck>;
const things = createConnection().model('Thing', schema, 'things');
const listIndexes = jest.spyOn(things, 'listIndexes');
beforeEach(() => {
  lines = [];
  listIndexes.mockReset();
});
afterEach(() => check.stop());

/** Starts the check. Its first reads of the indexes have the given results, and the later ones find no fault. */
function startCheck(...results: (Error | (typeof unique)[])[]): void {
  listIndexes.mockResolvedValue([unique]);
  for (const result of results) {
    listIndexes.mockImplementationOnce(() =>
      result instanceof Error ? Promise.reject(result) : Promise.resolve(result),
    );
  }
  const write = (line: string) => void lines.push(JSON.parse(line) as Record<string, unknown>);
  check = periodicIndexCheck(things.db, createLogger('things', 'warn', { write }));
}

describe('the check of the unique indexes', () => {
  it('is repeated by the next read if the check at the start failed', async () => {
    startCheck(new Error('no primary'));
    await expect(check.read()).rejects.toThrow('no primary');
    expect(await Promise.all([check.read(), check.read()])).toEqual([[], []]);
    expect(listIndexes).toHaveBeenCalledTimes(2);
    expect(lines).toMatchObject([{ msg: 'unique indexes could not be read', err: { message: 'no primary' } }]);
  });

  it('is not repeated by reads after it has succeeded', async () => {
    startCheck([]);
    expect(await check.read()).toEqual(['things {"name":1} is missing']);
    expect(await check.read()).toEqual(['things {"name":1} is missing']);
    expect(listIndexes).toHaveBeenCalledTimes(1);
    expect(lines).toMatchObject([{ msg: 'unique indexes are not as defined' }]);
  });
});
