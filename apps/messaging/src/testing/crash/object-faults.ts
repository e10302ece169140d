import { readdir } from 'node:fs/promises';
import type { Connection } from 'mongoose';
import { folderStore } from '../../store/folder-store';
import { pendingObjectModel } from '../../store/pending-object.model';
import { sweepObjects } from '../../attachments/sweep-objects';
import { messageModel } from '../../store/message.model';

/**
 * Runs the sweep with a minimum age of 0, so that it checks all objects. Then reports the objects
 * that messages use but that are missing, and the objects that no message uses.
 */
export async function objectFaults(connection: Connection, folder: string): Promise<string[]> {
  // Uses a separate connection object, because a model can be defined only once per connection.
  const own = connection.useDb(connection.name);
  const [messages, pending] = [messageModel(own), pendingObjectModel(own)];
  await sweepObjects({ pending, messages, objects: folderStore(folder) }, 0);
  const waiting = await pending.countDocuments();
  const used = (await messages.find().lean()).flatMap(({ attachments }) => attachments.map(({ key }) => key));
  const stored = new Set(await readdir(folder));
  const missing = used.filter((key) => !stored.delete(key));
  return [
    ...(waiting > 0 ? [`${waiting} objects have not been swept`] : []),
    ...missing.map((key) => `the object ${key} of a message is missing`),
    ...[...stored].map((key) => `the object ${key} has no message`),
  ];
}
