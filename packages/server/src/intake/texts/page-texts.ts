/** The texts of the hosted pages; each language implements them. */

/** Why a post was rejected, in the distinctions that matter to the visitor. */
export type Reason =
  | "malformed"
  | "forbidden"
  | "not_found"
  | "unsupported_type"
  | "empty"
  | "invalid"
  | "busy"
  | "internal";

export interface PageTexts {
  readonly dir: "ltr" | "rtl";
  readonly thanks: string;
  readonly received: string;
  /** @param site The host of the form's page. */
  readonly backTo: (site: string) => string;
  readonly notSent: string;
  readonly reasons: Readonly<Record<Reason, string>>;
  /** `max` is a size such as `2 MiB`, or a number. */
  readonly limits: {
    readonly body: (max: string) => string;
    readonly fields: (max: string) => string;
    readonly files: (max: string) => string;
    readonly field: (name: string, max: string) => string;
    readonly file: (name: string, max: string) => string;
  };
  readonly goBack: string;
  readonly sendAgainHint: string;
  readonly filesAgain: string;
  readonly sendAgain: string;
  readonly entered: string;
  readonly forOwner: string;
  readonly reference: string;
  readonly address: string;
  readonly addressHint: string;
}
