// A receiver that counts deliveries by path and reports them to its parent process. `/hang` never responds, and
// a path below `/hold` responds once the parent has released it.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const counts = new Map<string, number>();
const released = new Set<string>();
/** The responses that wait, by path. */
const held = new Map<string, (() => void)[]>();

const http = createServer((incoming, outgoing) => {
  const { url = "" } = incoming;
  const respond = () => {
    outgoing.writeHead(200, { "content-length": "2" }).end("ok");
    counts.set(url, (counts.get(url) ?? 0) + 1);
  };
  incoming.resume();
  incoming.once("end", () => {
    if (url.startsWith("/hang")) return;
    if (url.startsWith("/hold") && !released.has(url))
      held.set(url, [...(held.get(url) ?? []), respond]);
    else respond();
  });
}).listen(0, "127.0.0.1", () => {
  process.send?.({ port: (http.address() as AddressInfo).port });
});

type Command = "counts" | "each" | { readonly release: string };

process.on("message", (command: Command) => {
  if (command === "counts") process.send?.({ counts: [...counts] });
  // Reports every request immediately, for the measurement of latencies.
  else if (command === "each")
    http.on("request", ({ url = "" }) => process.send?.({ arrived: url }));
  else {
    released.add(command.release);
    for (const respond of held.get(command.release) ?? []) respond();
    held.delete(command.release);
  }
});
process.once("disconnect", () => process.exit(0));
