import { initContract } from '@ts-rest/core';
import { z } from 'zod';
import { writeHeaders } from './headers';
import { text } from './inputs';
import { writeErrors } from './responses';

const contract = initContract();

/** The dead letters to hand to their consumer again. */
export const redriveRequest = z.object({
  /** The topic of the original events, not that of the dead letters. */
  topic: text(200).min(1),
  /**
   * The consumer group that could not handle them. It must be the one in which the called service consumes the topic.
   */
  group: text(200).min(1),
});

/** The result for the dead letters that existed. */
export const redriveAnswer = z.object({
  /** How many were handled, and are no longer dead letters. */
  redriven: z.int(),
  /** How many still cannot be handled, and remain dead letters. */
  dead: z.int(),
});

/** The route that hands events again to a service that could not handle them, after it was repaired. */
export const deadLettersContract = contract.router({
  redriveDeadLetters: {
    method: 'POST',
    path: '/operator/dead_letters/redrive',
    headers: writeHeaders,
    body: redriveRequest,
    responses: { 200: redriveAnswer, ...writeErrors },
  },
});
