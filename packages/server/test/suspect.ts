/** A post for spam checks to look at. */
import type { Suspect } from "../src/spam/screen.ts";

/** One that no check minds, but for what `over` says. */
export function suspect(over: Partial<Suspect> & { readonly message?: string } = {}): Suspect {
  const { message, ...rest } = over;
  return {
    fields: [["message", message ?? "When do you open on Sunday?"]],
    email: null,
    honeypot: null,
    started: null,
    isOverRate: false,
    now: 1_700_000_000_000,
    classifier: undefined,
    ...rest,
  };
}
