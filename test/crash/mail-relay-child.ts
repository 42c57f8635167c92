// An SMTP relay that records every message in a file before it answers, and kills itself at a given point.
import { hash } from "node:crypto";
import { appendFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import type { FromRelay, RelayPoint, ToRelay } from "./mail-crash.ts";

const [, , file = ""] = process.argv;
const tell = (message: FromRelay) => process.send?.(message);

let plan: { readonly point: RelayPoint | "held"; left: number } | undefined;

/** Whether the point is reached the nth time. */
function isTurn(point: RelayPoint | "held"): boolean {
  if (plan?.point !== point) return false;
  plan.left -= 1;
  return plan.left === 0;
}

function pass(point: RelayPoint): void {
  if (isTurn(point)) process.kill(process.pid, "SIGKILL");
}

const relay = new SMTPServer({
  disabledCommands: ["STARTTLS", "AUTH"],
  disableReverseLookup: true,
  onRcptTo(_, __, answer) {
    pass("after the recipient");
    answer();
  },
  onData(stream, { envelope }, answer) {
    const chunks: Buffer[] = [];
    stream.on("data", (chunk: Buffer) => {
      chunks.push(chunk);
      pass("in the middle of the message");
    });
    stream.once("end", () => {
      const raw = Buffer.concat(chunks);
      const [, messageId] = /^Message-ID:\s+<([^>]+)>/m.exec(raw.toString("latin1")) ?? [];
      // The line of the field in the part of plain text.
      const [, n] = /^ +n: (\d+)/m.exec(raw.toString("latin1")) ?? [];
      const to = envelope.rcptTo.map(({ address }) => address).join();
      const mail = { to, n, messageId, hash: hash("sha256", raw) };
      appendFileSync(file, `${JSON.stringify(mail)}\n`);
      tell({ kind: "recorded" });
      pass("after the message is recorded");
      if (isTurn("held")) {
        tell({ kind: "held" });
        return;
      }
      answer();
      setImmediate(pass, "after the answer");
    });
  },
});
// Clients are killed in the middle of conversations.
relay.on("error", () => undefined);

process.on("message", (message: ToRelay) => {
  if (message.kind === "listen") {
    relay.listen(message.port, "127.0.0.1", () => {
      tell({ kind: "listening", port: (relay.server.address() as AddressInfo).port });
    });
  } else {
    plan = { point: message.kind === "die" ? message.point : "held", left: message.nth };
  }
});
process.once("disconnect", () => process.exit(0));
tell({ kind: "loaded" });
