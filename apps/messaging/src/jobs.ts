import { z } from 'zod';

/** The jobs that the outboxes of messages can hold, and their arguments. define-jobs.ts says what does them. */

/** Deletes the notes of pending objects once a message holds the objects. */
export const FORGET_PENDING = 'forget-pending-objects';

/** Deletes the objects of a message that was deleted. */
export const DELETE_OBJECTS = 'delete-objects';

export const objectArguments = z.object({ keys: z.array(z.string()) });
