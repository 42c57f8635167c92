/** The texts of the hosted pages; each language implements them. */

/** Why a post was rejected, in the distinctions that matter to the visitor. */
export type RejectionReason =
  | "malformed"
  | "forbidden"
  | "not_found"
  | "unsupported_type"
  | "empty"
  | "invalid"
  | "busy"
  | "internal";

/** How a field breaks its rule, as sentences that stand beside the field. */
export interface RuleTexts {
  readonly required: string;
  readonly oneValue: string;
  readonly email: string;
  readonly url: string;
  readonly number: string;
  readonly date: string;
  readonly file: string;
  readonly minLength: (count: string | number) => string;
  readonly maxLength: (count: string | number) => string;
  /** Of a number or a date. */
  readonly min: (limit: string | number) => string;
  readonly max: (limit: string | number) => string;
  readonly pattern: string;
  readonly option: string;
  readonly minValues: (count: string | number) => string;
  readonly maxValues: (count: string | number) => string;
  readonly minFiles: (count: string | number) => string;
  readonly maxFiles: (count: string | number) => string;
  /** @param types As in HTML's attribute `accept`. */
  readonly fileType: (types: string) => string;
  /** @param max A size such as `2 MiB`. */
  readonly fileSize: (max: string) => string;
}

export interface PageTexts {
  readonly dir: "ltr" | "rtl";
  readonly thanks: string;
  readonly received: string;
  /** @param site The host of the form's page. */
  readonly backTo: (site: string) => string;
  readonly notSent: string;
  readonly reasons: Readonly<Record<RejectionReason, string>>;
  /** `max` is a size such as `2 MiB`, or a number. */
  readonly limits: {
    readonly body: (max: string) => string;
    readonly fields: (max: string) => string;
    readonly files: (max: string) => string;
    readonly field: (name: string, max: string) => string;
    readonly file: (name: string, max: string) => string;
  };
  readonly rules: RuleTexts;
  /** Of the page that shows the captcha after a post without an answer to it. */
  readonly captcha: {
    readonly title: string;
    readonly asked: string;
    readonly needsScript: string;
  };
  readonly goBack: string;
  readonly sendAgainHint: string;
  /** Beside file inputs on the page itself. */
  readonly chooseAgain: string;
  readonly filesAgain: string;
  readonly send: string;
  readonly sendAgain: string;
  readonly entered: string;
  readonly forOwner: string;
  readonly reference: string;
  readonly address: string;
  readonly addressHint: string;
}
