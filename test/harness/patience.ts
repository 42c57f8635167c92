// Raises the timeout of `vi.waitFor` and `vi.waitUntil` above vitest's one second, for loaded machines.
import { vi } from "vitest";

const PATIENCE_MS = 60_000;

const { waitUntil, waitFor } = vi;
const patient = (options: number | { readonly timeout?: number } = {}) =>
  typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options };

// Once a worker, since its files share `vi`.
const PATIENT = Symbol.for("intray.patient");
if (!(PATIENT in vi)) {
  Object.assign(vi, {
    [PATIENT]: true,
    waitUntil: ((claim, options) => waitUntil(claim, patient(options))) satisfies typeof waitUntil,
    waitFor: ((claim, options) => waitFor(claim, patient(options))) satisfies typeof waitFor,
  });
}
