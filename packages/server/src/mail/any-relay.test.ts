// Whatever a relay answers, a send ends, and only a message that the relay has confirmed counts as sent.
import { createServer, type Socket } from "node:net";
import fc from "fast-check";
import { listenOnLoopback } from "../../../../test/harness/loopback.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { mailTo, messageOf, noSignal, useTransports } from "../../test/mail/transports.ts";

const transports = useTransports();
const RUNS = 100;
/** Some relays send no whole answer. */
const DEADLINE_MS = 1_000;

/** An answer to one command or message; `null` closes the connection. */
type Answer = string | null;

let answers: readonly Answer[] = [];
/** Whole messages that were answered, with the answer. */
let confirmed: { readonly message: string; readonly answer: string }[] = [];

/** Answers the greeting, each command and each whole message with the next answer. */
function serve(socket: Socket): void {
  const left = [...answers];
  let received = "";
  let isInMessage = false;
  socket.on("error", () => undefined);
  const answer = (): string => {
    const next = left.shift() ?? null;
    if (next === null) socket.destroy();
    else socket.write(next);
    return next ?? "";
  };
  answer();
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
    while (!socket.destroyed) {
      const end = received.indexOf(isInMessage ? "\r\n.\r\n" : "\r\n");
      if (end < 0) return;
      const part = received.slice(0, end);
      received = received.slice(end + (isInMessage ? 5 : 2));
      const text = answer();
      if (isInMessage) confirmed.push({ message: part, answer: text });
      isInMessage = !isInMessage && part === "DATA" && text.startsWith("3");
    }
  });
}

const server = useShared(() => listenOnLoopback(createServer({ noDelay: true }, serve)));

const reply = fc
  .record({
    code: fc.constantFrom("220", "250", "250", "250", "354", "354", "421", "451", "550", "000"),
    lines: fc.array(
      fc.constantFrom("ok", "8BITMIME", "PIPELINING", "SIZE 5", "5.1.1 no", "ü", ""),
      {
        minLength: 1,
        maxLength: 4,
      },
    ),
    end: fc.constantFrom("\r\n", "\r\n", "\n"),
  })
  .map(({ code, lines, end }) =>
    lines.map((line, n) => `${code}${n + 1 < lines.length ? "-" : " "}${line}${end}`).join(""),
  );
const anyAnswer = fc.oneof(
  { weight: 20, arbitrary: reply },
  { weight: 1, arbitrary: fc.string({ maxLength: 20 }).map((text) => `${text}\r\n`) },
  { weight: 1, arbitrary: fc.constant(null) },
);
/** A conversation that goes well up to a random step. */
const conversation = fc
  .tuple(fc.integer({ min: 0, max: 6 }), fc.array(anyAnswer, { minLength: 1, maxLength: 8 }))
  .map(([count, rest]) => [
    ...["220 x\r\n", "250 x\r\n", "250 ok\r\n", "250 ok\r\n", "354 go\r\n", "250 ok\r\n"].slice(
      0,
      count,
    ),
    ...rest,
    null,
  ]);

it("ends every send, and takes no message as sent that the relay has not confirmed", async () => {
  const url = `smtp://${server.host}`;

  await fc.assert(
    fc.asyncProperty(conversation, async (given) => {
      answers = given;
      confirmed = [];
      const transport = await transports.to(url, { deadlineMs: DEADLINE_MS });

      const result = await transport.send(mailTo("ada@example.org"), noSignal());

      const isSent = result.result === "delivered";
      const isLate = result.errorCode === "timeout";
      const [first] = confirmed;
      const isConfirmed = first?.answer.startsWith("2") ?? false;
      const isWhole = first === undefined || `${first.message}\r\n` === messageOf().toString();
      expect({ given, isSent, isWhole }).toEqual({
        given,
        // The answer may have come too late.
        isSent: isConfirmed && !isLate,
        isWhole: true,
      });
      await transport.close();
    }),
    { numRuns: RUNS },
  );
});
