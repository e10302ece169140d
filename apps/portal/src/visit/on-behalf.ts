import type { SignedInVisit } from './visit';

/** Returns the arguments of a call to identity whose path contains the account, and whose body contains the person. */
export function onBehalf<Params extends object, Body extends object>(
  { session, requestId }: SignedInVisit,
  params: Params,
  body: Body,
) {
  const { user_id, person_id } = session.onBehalf;
  return [{ params: { user_id, ...params }, body: { person_id, ...body } }, { requestId }] as const;
}
