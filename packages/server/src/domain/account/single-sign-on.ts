/** People as the provider of single sign-on describes them, and the access that their groups give. */
import { type Role, ROLES } from "./role.ts";

export interface Identity {
  /** With `subject` what identifies the person, forever. */
  readonly issuer: string;
  readonly subject: string;
  /** In lower case; `undefined` if the provider sends none. */
  readonly email: string | undefined;
  /** Whether the provider says that the address is the person's own. */
  readonly isVerified: boolean;
  readonly name: string | null;
  readonly groups: readonly string[];
}

export interface Access {
  readonly role: Role;
  /** `null` = all. */
  readonly project_ids: readonly number[] | null;
}

/** By the name of the group. */
export type AccessByGroup = Readonly<Record<string, Access>>;

/** The strongest role of the groups, with the projects of all groups that give it; `undefined` if none gives any. */
export function accessOf(map: AccessByGroup, groups: readonly string[]): Access | undefined {
  const given = Object.entries(map).flatMap(([group, one]) => (groups.includes(group) ? one : []));
  const role = ROLES.find((one) => given.some((access) => access.role === one));
  if (role === undefined) return undefined;
  const lists = given.filter((one) => one.role === role).map(({ project_ids }) => project_ids);
  const ids = lists.flatMap((list) => list ?? []);
  return { role, project_ids: lists.includes(null) ? null : [...new Set(ids)] };
}
