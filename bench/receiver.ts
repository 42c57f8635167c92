// A receiver that counts deliveries by path and reports them to its parent process. `/hang` never responds.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";

const counts = new Map<string, number>();

const http = createServer((incoming, outgoing) => {
  const { url = "" } = incoming;
  incoming.resume();
  incoming.once("end", () => {
    if (url.startsWith("/hang")) return;
    outgoing.writeHead(200, { "content-length": "2" }).end("ok");
    counts.set(url, (counts.get(url) ?? 0) + 1);
  });
}).listen(0, "127.0.0.1", () => {
  process.send?.({ port: (http.address() as AddressInfo).port });
});

process.on("message", (command: "counts" | "each") => {
  if (command === "counts") process.send?.({ counts: [...counts] });
  // Reports every request immediately, for the measurement of latencies.
  else http.on("request", ({ url = "" }) => process.send?.({ arrived: url }));
});
process.once("disconnect", () => process.exit(0));
