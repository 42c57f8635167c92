/**
 * What the API document says of each member of a record and each query parameter of a list: names, types, limits
 * and a sentence. Loads neither zod nor HTTP code.
 */
import { listParameters, records } from "./generated/records.gen.ts";

export { listParameters, records };

/** `Form`, `FormWebhook`, … */
export type RecordName = keyof typeof records;
/** Names of the members of a record, of those that can be set too. */
export type MemberName<R extends RecordName> = keyof (typeof records)[R] & string;

/** A member of a record, or a query parameter. Limits are those of what is sent. */
export interface MemberInfo {
  /** `mixed`: takes several types, such as the id or the uuid of a form. */
  readonly type:
    | "string"
    | "integer"
    | "number"
    | "boolean"
    | "enum"
    | "date-time"
    | "array"
    | "object"
    | "mixed";
  readonly nullable?: true;
  /** The record shows it, and no request sets it. */
  readonly readOnly?: true;
  /** Requests set it, and the record does not show it. */
  readonly writeOnly?: true;
  /** All values of an `enum`; of a `string` those with a meaning of their own. */
  readonly values?: readonly string[];
  readonly items?: MemberInfo;
  readonly default?: unknown;
  /** In characters. */
  readonly minLength?: number;
  /** In characters. */
  readonly maxLength?: number;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly maxItems?: number;
  /** First sentence of the description. */
  readonly description?: string;
}
type Members = Readonly<Record<string, MemberInfo>>;

records satisfies Readonly<Record<RecordName, Members>>;
listParameters satisfies Readonly<Record<string, Members>>;
