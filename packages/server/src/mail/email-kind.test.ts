import { createEmailKind } from "./email-kind.ts";

const unused = () => Promise.reject(new Error("Nothing is sent."));

it.each([
  [5, undefined, 10],
  [5, 10, 10],
  [5, 0.5, 7],
  [5, 0.1, 1],
  [1, 0.1, 1],
])(
  "with %i connections and a rate of %s a second at most so many deliveries are open: %i",
  (concurrency, rate, expected) => {
    const { maxOpen } = createEmailKind({
      transport: { send: unused },
      fromAddress: "forms@intray.test",
      messageFor: unused,
      replyRefusal: unused,
      concurrency,
      rate,
      deadlineMs: 30_000,
      answerTimeoutMs: 600_000,
    });

    expect(maxOpen).toBe(expected);
  },
);
