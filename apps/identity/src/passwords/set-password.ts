import { epochOf, type UserBody } from '../store/user.model';

/** The person with a new password, which makes all earlier links and sessions invalid. */
export function withPassword({ links: _links, ...before }: UserBody, password_hash: string): UserBody {
  return { ...before, password_hash, access_epoch: epochOf(before) + 1 };
}
