// Gives `vi.waitFor` and `vi.waitUntil` two minutes instead of a second: their limit is for hangs, and machines may be busy.

const PATIENCE_MS = 120_000;

const { waitUntil, waitFor } = vi;
const patient = (options: number | { readonly timeout?: number } = {}) => ({
  timeout: PATIENCE_MS,
  ...(typeof options === "number" ? { timeout: options } : options),
});

// Once a worker, since its files share `vi`.
const PATIENT = Symbol.for("intray.patient");
if (!(PATIENT in vi)) {
  Object.assign(vi, {
    [PATIENT]: true,
    waitUntil: ((claim, options) => waitUntil(claim, patient(options))) satisfies typeof waitUntil,
    waitFor: ((claim, options) => waitFor(claim, patient(options))) satisfies typeof waitFor,
  });
}

// A pattern in an expected object stands for a text that it matches; without this, toMatchObject accepts anything there.
expect.addEqualityTesters([
  (actual, expected) =>
    expected instanceof RegExp && !(actual instanceof RegExp)
      ? typeof actual === "string" && expected.test(actual)
      : undefined,
]);
