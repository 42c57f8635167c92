/** All that the hosted pages say to a person, once in each language. */

/** Why a post was not taken, as far as it makes a difference to who sent it. */
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
  /** @param site A host. */
  readonly backTo: (site: string) => string;
  readonly notSent: string;
  readonly reasons: Readonly<Record<Reason, string>>;
  /** `most` is a size such as `2 MiB`, or a number. */
  readonly limits: {
    readonly body: (most: string) => string;
    readonly fields: (most: string) => string;
    readonly files: (most: string) => string;
    readonly field: (name: string, most: string) => string;
    readonly file: (name: string, most: string) => string;
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
