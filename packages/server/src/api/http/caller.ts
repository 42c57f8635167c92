/** The authenticated caller of an API request. */
import type { KeyKind, KeyScope } from "../../domain/account/api-key.ts";
import type { Role } from "../../domain/account/role.ts";
import type { AccountScope } from "../../store/engine/paging.ts";
import type { NoteAuthor } from "../../domain/submission/note.ts";

export interface Caller {
  /** `session`: the dashboard calls on behalf of a signed-in user. */
  readonly via: "key" | "session";
  readonly kind: KeyKind;
  readonly keyId: number;
  readonly key_name: string;
  readonly account_id: number;
  /** The sign-in address of the signed-in user; `null` for a key, and for a user without one. */
  readonly email: string | null;
  /** The login of the signed-in user, or of the maker of the key; `null` for the others. */
  readonly login_id: number | null;
  /** Set for a form key, which can access only this form. */
  readonly form_id: number | undefined;
  /** Set for a project key, which can access only the forms of this project. */
  readonly project_id: number | undefined;
  /** Set for a person whose access is limited to projects, and for keys that such a person made: the login. */
  readonly member_id: number | undefined;
  readonly role: Role;
  /** Whether the caller may delete submissions. Always true for an account key. */
  readonly can_delete: boolean;
  readonly scope: KeyScope;
  /** The addresses that the key may be used from; `null`: all. */
  readonly allowed_ips: string | null;
  /** When the key expires, in milliseconds since the epoch; `null`: never, and for a session. */
  readonly expires_at: number | null;
}

/** All that the caller has access to. */
export const scopeOf = ({ account_id, form_id, project_id, member_id }: Caller): AccountScope => ({
  account_id,
  form_id,
  project_id,
  member_id,
});

export const authorOf = ({ via, keyId, login_id }: Caller): NoteAuthor =>
  via === "session" ? { kind: "user", id: login_id } : { kind: "key", id: keyId };
