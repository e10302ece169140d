import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from './headers';
import { text } from './inputs';
import { writeErrors } from './responses';

const contract = initContract();

/** Whose dead letters are handed to their consumer again. */
export const redriveRequest = z.object({
  /** The topic that the events came on, not that of the letters. */
  topic: text(200).min(1),
  /** The consumer group that could not handle them; the called service consumes the topic in it. */
  group: text(200).min(1),
});

/** What became of the dead letters that there were. */
export const redriveAnswer = z.object({
  /** How many were handled, and are no letters any more. */
  redriven: z.int(),
  /** How many still cannot be handled, and are letters again. */
  dead: z.int(),
});

/** How events that a service could not handle are handed to it again, after it was mended. */
export const deadLettersContract = contract.router({
  redriveDeadLetters: {
    method: 'POST',
    path: '/operator/dead_letters/redrive',
    headers: writeHeaders,
    body: redriveRequest,
    responses: { 200: redriveAnswer, ...writeErrors },
  },
});
