// A condition that is waited for may take its time on a busy machine: vitest would give it one second.
import { vi } from "vitest";

const PATIENCE_MS = 10_000;

const { waitUntil, waitFor } = vi;
const patient = (options: number | { readonly timeout?: number } = {}) =>
  typeof options === "number" ? options : { timeout: PATIENCE_MS, ...options };

Object.assign(vi, {
  waitUntil: ((claim, options) => waitUntil(claim, patient(options))) satisfies typeof waitUntil,
  waitFor: ((claim, options) => waitFor(claim, patient(options))) satisfies typeof waitFor,
});
