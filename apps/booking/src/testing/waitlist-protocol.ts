import type { Protocol } from '@keyhaven/testing/explore';
import type { State } from '@keyhaven/testing/protocol-state';
import { addRunners } from './waitlist-protocol/job-runner';
import { ACTIVE, WaitlistModel } from './waitlist-protocol/waitlist-model';
import { addRequests } from './waitlist-protocol/waitlist-requests';
import type { DisabledRules, Roles } from './waitlist-protocol/waitlist-roles';

/**
 * A model of docs/decisions/007-overbooked-nights.md for one night of a property without links. It plans night keys
 * with `planClaim`, as the service does.
 */
export function waitlistProtocol(roles: Roles, without: DisabledRules = {}): Protocol {
  const model = new WaitlistModel(roles, without);
  const processes = { ...addRequests(model), ...addRunners(model) };
  return {
    // Read the initial state last, because the processes add their fields to it.
    initial: model.initial,
    processes,
    violation: (state) => violation(model, state),
    violationAtRest: (state) => violationAtRest(model, state),
  };
}

function violation(model: WaitlistModel, state: State): string | undefined {
  const hasNight = model.stays.filter(
    (stay) => model.owns(state, stay) || (state[stay.status] === ACTIVE && state[stay.kept]),
  );
  if (hasNight.length > 1) return 'two stays have the night';
  if (model.keeperIn(state) && !model.holderIn(state)) return 'a stay has a night that nothing guards';
  return state[model.wasOvertaken] ? 'a stay got a night before one that had waited longer' : undefined;
}

function violationAtRest(model: WaitlistModel, state: State): string | undefined {
  const waiting = model.stays.filter((stay) => state[stay.waiting] && !state[stay.kept]);
  if (waiting.length > 0 && !model.ownerIn(state)) return 'a stay waits for a free night';
  const name = model.nameIn(state);
  if (waiting.some(({ names }) => state[names] !== name)) return 'a stay names another holder of its night';
  const holder = model.holderIn(state);
  const isIdle = holder && !model.owns(state, holder) && model.waitersIn(state).length === 0;
  return isIdle ? 'a night is blocked, and no stay waits for it' : undefined;
}
