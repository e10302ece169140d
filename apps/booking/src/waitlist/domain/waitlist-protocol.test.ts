import { describeModel } from '@keyhaven/testing/describe-model';
import { waitlistProtocol } from '../../testing/waitlist-protocol';
import type { DisabledRules, Roles } from '../../testing/waitlist-protocol/waitlist-roles';

/**
 * Stay 0 occupies the night at first, and stays 1 and 2 are channel bookings. A process that runs jobs may stop at any
 * step.
 */
const explored: [string, Roles][] = [
  [
    'a holder that cancels and restores, a channel booking, a guest, and two processes that run jobs',
    { channelBookings: 1, hasGuest: true, cancels: [0], restores: [0], runners: 2 },
  ],
  [
    'a holder that cancels, two channel bookings of which the first cancels, a guest, and a process that runs jobs',
    { channelBookings: 2, hasGuest: true, cancels: [0, 1], runners: 1 },
  ],
  [
    'a holder that cancels, and a channel booking that cancels and restores while another waits',
    { channelBookings: 2, cancels: [0, 1], restores: [1], runners: 1 },
  ],
  [
    'a holder that cancels, two channel bookings, and two processes that run jobs and do not stop',
    { channelBookings: 2, cancels: [0], runners: 2, mayStop: false },
  ],
];

const two: Roles = { channelBookings: 2, cancels: [0], runners: 1 };

const left = 'a stay waits for a free night';
const twice = 'two stays have the night';
const overtaken = 'a stay got a night before one that had waited longer';
const one: Roles = { channelBookings: 1, cancels: [0], runners: 1 };

const controls: [keyof DisabledRules, string, Roles][] = [
  ['raise', left, one],
  ['lookAgain', left, one],
  ['guard', overtaken, { ...one, hasGuest: true }],
  ['revisionOfRelease', left, one],
  [
    'revisionOfGuard',
    'a stay has a night that nothing guards',
    { ...two, cancels: [0, 1], runners: 2, mayStop: false },
  ],
  ['uniqueKept', twice, { ...two, runners: 2 }],
  ['firstOnly', overtaken, two],
  ['handOverJob', left, one],
  ['notifyJob', 'a stay names another holder of its night', two],
];

describeModel({
  heading: 'Waitlist',
  guarantee: 'hands over each released night once and in order, and leaves no night unused',
  explored: explored.map(([processes, roles]) => [processes, waitlistProtocol(roles)]),
  controls: controls.map(([rule, violation, roles]) => [rule, violation, waitlistProtocol(roles, { [rule]: true })]),
});
