/** What a compiled template consists of. */
import type { TemplateContentType } from "./content-types.ts";
import type { Read } from "./expression.ts";
import type { Position } from "./problem.ts";
import type { Value } from "./value.ts";

export type Operation =
  | { readonly kind: "text"; readonly text: string; readonly at: Position }
  | {
      readonly kind: "print";
      readonly read: Read;
      readonly write: (value: Value) => string;
      readonly isRaw: boolean;
      readonly at: Position;
    }
  | {
      readonly kind: "if";
      readonly test: Read;
      readonly yes: readonly Operation[];
      readonly no: readonly Operation[];
      readonly at: Position;
    }
  | {
      readonly kind: "each";
      readonly list: Read;
      readonly body: readonly Operation[];
      /** When there is nothing to go through. */
      readonly no: readonly Operation[];
      readonly at: Position;
    };

/** A template that holds nothing but what is known. Made by `compileTemplate` alone. */
export interface CompiledTemplate {
  readonly contentType: TemplateContentType;
  readonly operations: readonly Operation[];
  /** Every name that stands in a `field "name"`. */
  readonly fieldNames: readonly string[];
  /** Those of them that stand raw where a document expects a value, not a text. */
  readonly rawFieldNames: readonly string[];
}
