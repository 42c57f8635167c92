/** The authenticated caller of an API request. */
import { type KeyKind } from "../../domain/api-key.ts";

export interface Caller {
  /** Whether the dashboard asks, for somebody who is signed in to it. */
  readonly via: "key" | "session";
  readonly kind: KeyKind;
  readonly key_id: number;
  readonly key_name: string;
  readonly account_id: number;
  /** Set for a form's key: all that it may see. */
  readonly form_id: number | undefined;
  /** A form's key that may delete submissions; every account key may. */
  readonly can_delete: boolean;
}
