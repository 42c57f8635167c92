/** A webhook as it reaches this machine, by whichever way. */

export interface LocalDelivery {
  /** `null` where the way does not say, such as for a test with a sample. */
  readonly submissionId: number | null;
  /** Entry of the webhook log behind it. */
  readonly logId: number | null;
  readonly contentType: string;
  readonly body: Buffer;
  /** What goes along with the body, signatures included. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** What the program behind it said. */
export type TargetResult =
  | { readonly kind: "answered"; readonly status: number; readonly durationMs: number }
  | { readonly kind: "exited"; readonly code: number; readonly durationMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly durationMs: number };

/** Whether the server would count it as delivered. */
export function isDelivered(reaction: TargetResult): boolean {
  switch (reaction.kind) {
    case "answered":
      return reaction.status >= 200 && reaction.status < 300;
    case "exited":
      return reaction.code === 0;
    case "failed":
      return false;
  }
}

/** As in `200 in 12 ms`. */
export function describeResult(reaction: TargetResult): string {
  const time = `in ${reaction.durationMs} ms`;
  switch (reaction.kind) {
    case "answered":
      return `${reaction.status} ${time}`;
    case "exited":
      return `exit code ${reaction.code} ${time}`;
    case "failed":
      return `${reaction.reason} ${time}`;
  }
}
