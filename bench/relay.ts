// An SMTP relay that accepts and counts messages.
import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";

let count = 0;

const relay = new SMTPServer({
  disabledCommands: ["STARTTLS", "AUTH"],
  disableReverseLookup: true,
  onData(stream, _, answer) {
    stream.resume();
    stream.once("end", () => {
      count += 1;
      answer();
    });
  },
});
const { server } = relay;
relay.listen(0, "127.0.0.1", () => {
  process.send?.({ port: (server.address() as AddressInfo).port });
});

process.on("message", () => process.send?.({ count }));
process.once("disconnect", () => process.exit(0));
