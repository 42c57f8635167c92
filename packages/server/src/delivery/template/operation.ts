/** The operations of a compiled template. */
import type { TemplateSyntax } from "./content-types.ts";
import type { Read } from "./expression.ts";
import type { Position } from "./problem.ts";
import type { Value } from "./tags.ts";

export type TemplateOperation =
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
      readonly yes: readonly TemplateOperation[];
      readonly no: readonly TemplateOperation[];
      readonly at: Position;
    }
  | {
      readonly kind: "each";
      readonly list: Read;
      readonly body: readonly TemplateOperation[];
      /** Runs if the list is empty. */
      readonly no: readonly TemplateOperation[];
      readonly at: Position;
    };

/** A checked template; created only by `compileTemplate`. */
export interface CompiledTemplate {
  readonly contentType: TemplateSyntax;
  readonly operations: readonly TemplateOperation[];
  /** Every name in a `field "name"` expression. */
  readonly fieldNames: readonly string[];
  /** The names that are written raw where the document expects a value instead of text. */
  readonly rawFieldNames: readonly string[];
}
