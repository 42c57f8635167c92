/** A webhook delivery on this machine, received on a port or created from events. */

export interface LocalDelivery {
  /** `null` when unknown, for example for a test delivery with a sample. */
  readonly submissionId: number | null;
  /** Id of the delivery in the webhook log; `null` when unknown. */
  readonly logId: number | null;
  readonly contentType: string;
  readonly body: Buffer;
  /** Headers of the delivery, including signatures. */
  readonly headers: readonly (readonly [name: string, value: string])[];
}

/** The result of a target: a response, an exit code or an error. */
export type TargetResult =
  | { readonly kind: "answered"; readonly status: number; readonly durationMs: number }
  | { readonly kind: "exited"; readonly code: number; readonly durationMs: number }
  | { readonly kind: "failed"; readonly reason: string; readonly durationMs: number };

/** Whether the server would count it as delivered. */
export function isDelivered(result: TargetResult): boolean {
  switch (result.kind) {
    case "answered":
      return result.status >= 200 && result.status < 300;
    case "exited":
      return result.code === 0;
    case "failed":
      return false;
  }
}

/** Describes the result for people: `200 in 12 ms`. */
export function describeTargetResult(result: TargetResult): string {
  const time = `in ${result.durationMs} ms`;
  switch (result.kind) {
    case "answered":
      return `${result.status} ${time}`;
    case "exited":
      return `exit code ${result.code} ${time}`;
    case "failed":
      return `${result.reason} ${time}`;
  }
}
