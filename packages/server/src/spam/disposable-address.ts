/** Finds posts whose sender gave a disposable e-mail address. */
import { isDisposableDomain } from "../domain/disposable-domain.ts";
import type { SpamCheck } from "./verdict.ts";

/** Low weight: people who want to avoid newsletters use such addresses too. */
export const disposableAddress: SpamCheck = ({ email }) => {
  if (email === null) return undefined;
  const domain = email.slice(email.lastIndexOf("@") + 1).toLowerCase();
  if (!isDisposableDomain(domain)) return undefined;
  return {
    check: "disposable",
    weight: 0.4,
    sentence: `${domain} is a service for disposable e-mail addresses.`,
  };
};
