/** The authenticated caller of an API request. */
import type { KeyKind, KeyScope } from "../../domain/account/api-key.ts";
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
  /** The login of the signed-in user; `null` for a key, and for a user without one. */
  readonly login_id: number | null;
  /** Set for a form key, which can access only this form. */
  readonly form_id: number | undefined;
  /** Whether the caller may delete submissions. Always true for an account key. */
  readonly can_delete: boolean;
  readonly scope: KeyScope;
  /** When the key expires, in milliseconds since the epoch; `null`: never, and for a session. */
  readonly expires_at: number | null;
}

export const authorOf = ({ via, keyId, login_id }: Caller): NoteAuthor =>
  via === "session" ? { kind: "user", id: login_id } : { kind: "key", id: keyId };
