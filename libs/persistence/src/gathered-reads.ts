import type { Model, mongo, Schema } from 'mongoose';
import { Gathering } from './gathering';
import { readOneStored, readStored } from './stored-reads';

/** A read of more documents than this is sent as a separate command. */
const MAX_COMBINED = 20;

/** Which documents can be read, and which of their fields. */
export interface GatheredReadOptions {
  /** A condition that a document must meet to be returned. */
  condition?: mongo.Document;
  /**
   * A condition that is added to a read unless the read selects documents by positive ids or other
   * positive unique numbers. The caller guarantees that documents with such numbers meet the
   * condition.
   */
  conditionUnlessById?: mongo.Document;
  /** The fields to read, or the fields to leave out. The fields of unique indexes must be read. */
  projection: Record<string, 0 | 1>;
}

/** The part of a model that is used here. Every model has this type. */
interface ReadModel extends Pick<Model<never>, 'collection'> {
  schema: { indexes(): ReturnType<Schema['indexes']> };
}

/**
 * The documents that one read selects: they meet `condition` and have one of `values` at `path`.
 */
interface Wanted {
  path: string;
  condition: mongo.Document;
  values: readonly number[];
}

/**
 * Reads documents by a number that is unique within an account, such as their id. Reads for the
 * same account that are requested in the same turn of the event loop are sent to the database as
 * one command. That command starts after all of these requests, so its result is never older than
 * the results of separate commands. Two readers may receive the same object, so results must not be
 * changed.
 */
export class GatheredReads<Read extends object> {
  private readonly gathering = new Gathering();
  private readonly uniquePaths: ReadonlySet<string>;

  constructor(
    private readonly model: ReadModel,
    private readonly options: GatheredReadOptions,
  ) {
    this.uniquePaths = new Set(['_id', ...uniquePathsOf(model)]);
  }

  /** The first matching document of an account, or undefined. */
  async readOne(userId: number, filter: mongo.Document): Promise<Read | undefined> {
    const wanted = this.wantedBy(filter);
    if (wanted) return (await this.gather(userId, wanted))[0];
    const { condition, conditionUnlessById, projection } = this.options;
    const readable = { ...condition, ...conditionUnlessById };
    return readOneStored<Read>(this.model, { ...readable, ...filter, user_id: userId }, projection);
  }

  /** The documents of an account with these ids, in no particular order. */
  async readByIds(userId: number, ids: readonly number[]): Promise<Read[]> {
    const wanted = { path: '_id', condition: {}, values: ids };
    if (ids.length === 0) return [];
    return ids.length > MAX_COMBINED ? this.readAll(userId, wanted) : this.gather(userId, wanted);
  }

  /**
   * The documents that a filter selects by a unique number. Returns undefined if the filter contains
   * no such number, or if one of its conditions is not a comparison with a single value.
   */
  private wantedBy(filter: mongo.Document): Wanted | undefined {
    const entries: [string, unknown][] = Object.entries(filter);
    const named = entries.find(([path, value]) => typeof value === 'number' && this.uniquePaths.has(path));
    if (!named || entries.some(([, value]) => typeof value === 'object')) return undefined;
    const [path, value] = named;
    const { [path]: _value, ...condition } = filter;
    return { path, condition, values: [value as number] };
  }

  private gather(userId: number, { path, condition, values }: Wanted): Promise<Read[]> {
    const kind = JSON.stringify([userId, path, condition]);
    return this.gathering.gather(kind, values, (calls: readonly (readonly number[])[]) =>
      this.answer(userId, { path, condition }, calls),
    );
  }

  /** Sends one command for several reads, and distributes the documents. */
  private async answer(
    userId: number,
    { path, condition }: Pick<Wanted, 'path' | 'condition'>,
    calls: readonly (readonly number[])[],
  ): Promise<Read[][]> {
    const found = await this.readAll(userId, { path, condition, values: [...new Set(calls.flat())] });
    if (calls.length === 1) return [found];
    const byValue = new Map(found.map((document) => [valueAt(document, path), document]));
    return calls.map((values) =>
      values.map((value) => byValue.get(value)).filter((document) => document !== undefined),
    );
  }

  private async readAll(userId: number, { path, condition, values }: Wanted): Promise<Read[]> {
    const { projection, conditionUnlessById } = this.options;
    const readable = { ...this.options.condition, ...(values.every((value) => value > 0) ? {} : conditionUnlessById) };
    const isOne = values.length === 1;
    const value = isOne ? values[0] : { $in: values };
    const filter = { ...readable, ...condition, [path]: value, user_id: userId };
    if (!isOne) return readStored<Read>(this.model, filter, { projection, limit: values.length });
    const found = await readOneStored<Read>(this.model, filter, projection);
    return found ? [found] : [];
  }
}

/** The paths whose values are unique within an account because of a unique index. */
function uniquePathsOf({ schema }: ReadModel): string[] {
  return schema.indexes().flatMap(([fields, { unique }]) => {
    const [first, path, ...others] = Object.keys(fields);
    return unique && first === 'user_id' && path !== undefined && others.length === 0 ? [path] : [];
  });
}

function valueAt(document: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, field) => (value as Record<string, unknown> | null | undefined)?.[field], document);
}
