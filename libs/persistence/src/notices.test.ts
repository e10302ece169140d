import mongoose from 'mongoose';
import type { Entity, PublicRecord } from './entity';
import { planChange } from './plan-change';
import { recordSource } from './record-source';
import type { Body } from './tenant-document';
import { noteEntity, type NoteDocument, noteModel } from './testing/notes';

/**
 * A notice about the labels of a note. The document contains the notice as soon as the note has
 * labels.
 */
const labelsNotice: Entity<NoteDocument, PublicRecord & { labels: string[] }> = {
  type: 'labels',
  topic: 'keyhaven.notes',
  isNotice: true,
  isIn: ({ labels }) => labels !== undefined,
  present: ({ _id, labels }) => ({ id: _id, labels: labels ?? [] }),
  categories: () => ['labels'],
};

const note = { _id: 7, user_id: 1, version: 1, text: 'a note' } as Body<NoteDocument>;

function eventsOf(before: Body<NoteDocument> | undefined, after: Body<NoteDocument>) {
  const by = { references: undefined, jobs: [], revision: 1, generation: 0, isByClient: false };
  return planChange({ entities: [labelsNotice], before, after, ...by }).entries.map(({ event }) => event);
}

describe('an entity with the option `isNotice`', () => {
  it('is published as entity_update without an id, even for the first change', () => {
    const first = { ...note, labels: ['new'] };
    expect(eventsOf(undefined, note)).toEqual([]);
    const changes: [before: Body<NoteDocument> | undefined, after: Body<NoteDocument>][] = [
      [undefined, first],
      [note, first],
      [first, { ...first, labels: ['old'] }],
    ];
    for (const [before, after] of changes) {
      const entity = { $mergeObjects: [{ $literal: { labels: after.labels } }, {}] };
      expect(eventsOf(before, after)).toMatchObject([{ action: 'entity_update', entity_id: 7, entity }]);
    }
    expect(eventsOf(first, note)).toMatchObject([{ action: 'entity_update', entity_id: 7 }]);
  });

  it('is not published by a resync', () => {
    const model = noteModel(mongoose.createConnection());
    const source = recordSource({ model, entities: [noteEntity('keyhaven.notes'), labelsNotice] });
    expect(source.entities).toEqual([{ type: 'note', topic: 'keyhaven.notes' }]);
  });
});
