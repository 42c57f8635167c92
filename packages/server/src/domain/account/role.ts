/** What the people of an account may do, and the keys they made. */

/** Each may do what those after it may: openapi.yaml says for each operation which it needs. */
export const ROLES = ["owner", "admin", "editor", "responder", "viewer"] as const;
export type Role = (typeof ROLES)[number];

export const ROLE_LABELS: Readonly<Record<Role, string>> = {
  owner: "Owner: everything",
  admin: "Admin: everything but owners",
  editor: "Editor: forms, webhooks, e-mail and keys",
  responder: "Responder: reads, marks and answers submissions",
  viewer: "Viewer: reads submissions",
};

/** Whether the role may do what `needed` may. */
export const mayAs = (role: Role, needed: Role): boolean =>
  ROLES.indexOf(role) <= ROLES.indexOf(needed);

/** Roles that may be given for some projects only. */
export const isForProjects = (role: Role): boolean => !mayAs(role, "admin");

/** The weaker of two roles. */
export const weakerOf = (one: Role, other: Role): Role => (mayAs(one, other) ? other : one);

/** What somebody with the role may do with a key of the scope; keys of forms and projects change no account. */
export const roleOfKey = (
  { form_id, project_id }: { readonly form_id: number | null; readonly project_id: number | null },
  maker: Role | null,
): Role => weakerOf(form_id === null && project_id === null ? "owner" : "editor", maker ?? "owner");
