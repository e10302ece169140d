import { describeModel } from '@keyhaven/testing/describe-model';
import { nightProtocol } from '../../testing/night-protocol';
import { type DisabledRules, FIRST, type Requests, SECOND } from '../../testing/night-requests';

const both = FIRST + SECOND;

/**
 * The requests that run concurrently in each exploration of the model. Together, the explorations
 * contain every kind of request that takes or releases nights.
 */
const explored: [string, Requests][] = [
  [
    'a hold that expires or is accepted, and three bookers, of whom one cancels',
    {
      hold: { nights: FIRST, isAccepted: true },
      bookings: [{ nights: FIRST, isCanceled: true }, { nights: both }, { nights: FIRST }],
    },
  ],
  [
    'a hold that moves, is extended and accepted, and a booker of each night, of whom one cancels',
    {
      hold: { nights: FIRST, isAccepted: true, movesTo: SECOND, isExtended: true },
      bookings: [{ nights: FIRST, isCanceled: true }, { nights: SECOND }],
    },
  ],
  [
    'a booking that is sent twice, canceled and restored, and another booker',
    { bookings: [{ nights: FIRST, attempts: 2, isCanceled: true, isRestored: true }, { nights: FIRST }] },
  ],
  [
    'three bookers, of whom two move and one cancels',
    {
      bookings: [
        { nights: FIRST, movesTo: SECOND, isCanceled: true },
        { nights: SECOND, movesTo: FIRST },
        { nights: both },
      ],
    },
  ],
];

const sold = 'a night is sold to two stays';
const lost = 'a stay lost nights that were promised';
const quote = { nights: FIRST, isAccepted: true };

const controls: [keyof DisabledRules, string, Requests][] = [
  ['uniqueNights', sold, { bookings: [{ nights: FIRST }, { nights: both }] }],
  ['keysWithStay', sold, { bookings: [{ nights: FIRST }, { nights: both }] }],
  [
    'revisionOfChange',
    'a stay blocks a night that it does not have',
    { bookings: [{ nights: FIRST, movesTo: SECOND, isCanceled: true }] },
  ],
  ['revisionOfAcceptance', sold, { hold: { ...quote, movesTo: SECOND }, bookings: [{ nights: FIRST }] }],
  ['clockOfAcceptance', 'a quote was accepted after it had expired', { hold: quote, bookings: [] }],
  ['clockOfExpiry', lost, { hold: quote, bookings: [{ nights: FIRST }] }],
  ['conditionOfExpiry', lost, { hold: { ...quote, isExtended: true }, bookings: [] }],
  [
    'takeOver',
    'a request was refused because of an expired hold',
    { hold: { nights: FIRST }, bookings: [{ nights: FIRST }] },
  ],
  ['sweep', 'an expired hold was not ended', { hold: { nights: FIRST }, bookings: [] }],
  ['uniqueRequest', 'one request made two stays', { bookings: [{ nights: FIRST, attempts: 2, isCanceled: true }] }],
];

describeModel({
  heading: 'Night keys',
  guarantee: 'sells each night once and keeps every promised night',
  explored: explored.map(([processes, requests]) => [processes, nightProtocol(requests)]),
  controls: controls.map(([rule, violation, requests]) => [rule, violation, nightProtocol(requests, { [rule]: true })]),
});
