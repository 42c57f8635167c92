import { type Decision, failFor } from "../domain/delivery/delivery-result.ts";
import { decideNext } from "./decide-next.ts";

const plain = { jitter: () => 0.5, schedule: undefined };
const context = { attemptsMade: 0, createdAt: 0, now: 1_000, ...plain };
const failure = (kind: "retry" | "pressed", retryAfterMs?: number): Decision => ({
  result: "retry",
  reason: "http_503",
  isPressed: kind === "pressed",
  retryAfterMs,
});

it.each<readonly [Decision, string, string | null]>([
  [{ result: "delivered" }, "succeeded", null],
  [failure("retry"), "queued", null],
  [failure("pressed"), "queued", null],
  [failFor("smtp_550"), "exhausted", "smtp_550"],
  [failFor("why", { state: "blocked" }), "blocked", "why"],
  [failFor("gone", { isGone: true }), "exhausted", "gone"],
])("turns %o into the state %s", (decision, state, reason) => {
  expect(decideNext(decision, context)).toMatchObject({ state, reason });
});

it("exhausts a delivery with its sixteenth failure and names the reason", () => {
  const exhausted = { state: "exhausted", reason: "http_503", next_attempt_at: null };
  expect(decideNext(failure("retry"), { ...context, attemptsMade: 15 })).toEqual(exhausted);
});

it("queues at once what the server aborted", () => {
  const queued = { state: "queued", reason: null, next_attempt_at: 1_000 };
  expect(decideNext({ result: "aborted" }, context)).toEqual(queued);
});

it("honors the delay that a receiver asks for", () => {
  expect(decideNext(failure("retry", 600_000), context).next_attempt_at).toBe(601_000);
});
