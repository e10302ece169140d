import type { SignedInVisit } from './visit';

/**
 * Returns the arguments of a call to the identity service. Adds the account to the path parameters, and the
 * person to the body.
 */
export function onBehalf<Params extends object, Body extends object>(
  { session, requestId }: SignedInVisit,
  params: Params,
  body: Body,
) {
  const { user_id, person_id } = session.onBehalf;
  return [{ params: { user_id, ...params }, body: { person_id, ...body } }, { requestId }] as const;
}
