import { initContract } from '../platform/ts-rest';
import { z } from 'zod';
import { writeHeaders } from './headers';
import { text } from './inputs';
import { writeErrors } from './responses';

const contract = initContract();

/** Selects the dead letters to process again. */
export const redriveRequest = z.object({
  topic: text(200).min(1).describe('The topic of the original events, not that of the dead letters.'),
  group: text(200)
    .min(1)
    .describe(
      'The consumer group that could not process them. The called service must consume the topic in this group.',
    ),
});

/** The result of processing the dead letters again. */
export const redriveAnswer = z.object({
  redriven: z.int().describe('How many were processed, and are no longer dead letters.'),
  dead: z.int().describe('How many failed again, and remain dead letters.'),
});

/** The route with which operators let a repaired service process its dead letters again. */
export const deadLettersContract = contract.router({
  redriveDeadLetters: {
    method: 'POST',
    path: '/operator/dead_letters/redrive',
    headers: writeHeaders,
    body: redriveRequest,
    summary: 'Process dead letters again',
    description: 'Processes the dead letters of one topic and consumer group again, after the service was repaired.',
    responses: { 200: redriveAnswer, ...writeErrors },
  },
});
