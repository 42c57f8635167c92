/** Lists the members of a union type of the API, so that the list cannot be incomplete. */

/**
 * The keys of `members`, in order. With an explicit type argument, as in
 * `unionMembers<WebhookFormat>({ json: true, … })`, a missing or unknown member does not compile.
 */
export function unionMembers<Member extends string>(
  members: Readonly<Record<Member, unknown>>,
): readonly Member[] {
  return Object.keys(members).filter((name): name is Member => Object.hasOwn(members, name));
}
