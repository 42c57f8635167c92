// Counts what arrives, and tells its parent: each path has a count of its own. `/hang` never answers.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const arrived = new Map<string, number>();

const http = createServer((incoming, outgoing) => {
  const { url = "" } = incoming;
  incoming.resume();
  incoming.once("end", () => {
    if (url.startsWith("/hang")) return;
    outgoing.writeHead(200, { "content-length": "2" }).end("ok");
    arrived.set(url, (arrived.get(url) ?? 0) + 1);
  });
}).listen(0, "127.0.0.1", () => {
  process.send?.({ port: (http.address() as AddressInfo).port });
});

process.on("message", (ask: "counts" | "each") => {
  if (ask === "counts") process.send?.({ counts: [...arrived] });
  // From now on every arrival is told at once: for latencies, when there is little to tell.
  else http.on("request", ({ url = "" }) => process.send?.({ arrived: url }));
});
process.once("disconnect", () => process.exit(0));
