type Stage = Record<string, unknown>;

/** The state of a copy after an event. It is stored only if the stored copy is not newer. */
export interface CopyWrite {
  _id: number;
  user_id: number;
  generation: number;
  version: number;
  published_utc: Date;
  fields: Record<string, unknown> | undefined;
}

/**
 * Returns the update that stores a copy or its tombstone.
 * @param keepBefore whether the copy keeps its earlier state until its follow-up work is done.
 */
export function copyStages(write: CopyWrite, keepBefore: boolean): Stage[] {
  const { generation, version, published_utc, fields } = write;
  const published = {
    generation: { $literal: generation },
    version: { $literal: version },
    published_utc: latest(published_utc),
  };
  const before = keepBefore ? { follow_up: followUp(write) } : {};
  if (fields === undefined) {
    const key = { _id: '$_id', user_id: '$user_id' };
    return [{ $replaceWith: { ...key, ...published, ...before, deleted_utc: '$$NOW' } }];
  }
  const literals = Object.entries(fields).map(([field, value]) => [field, { $literal: value }]);
  return [{ $set: { ...Object.fromEntries(literals), ...published, ...before } }, { $unset: ['deleted_utc'] }];
}

function latest(published: Date): object {
  return { $max: ['$published_utc', { $literal: published }] };
}

/**
 * Appends the state of the copy before this change to `follow_up.before`, the list of states before
 * changes whose follow-up work has not been done yet. If an event is applied again because its
 * follow-up work failed, nothing is appended.
 */
function followUp({ generation, version, fields }: CopyWrite): Stage {
  const has = (field: string) => ({ $ne: [{ $type: `$${field}` }, 'missing'] });
  const isThere = { $and: [has('version'), { $not: [has('deleted_utc')] }] };
  const isRepeated = {
    $and: [
      has('follow_up'),
      { $eq: ['$generation', { $literal: generation }] },
      { $eq: ['$version', { $literal: version }] },
      { $eq: [isThere, fields !== undefined] },
    ],
  };
  const itself = { $cond: [isThere, { $unsetField: { field: 'follow_up', input: '$$ROOT' } }, null] };
  return {
    before: { $concatArrays: [{ $ifNull: ['$follow_up.before', []] }, { $cond: [isRepeated, [], [itself]] }] },
  };
}
