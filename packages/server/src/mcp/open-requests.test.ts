// How many requests of agents a server handles at the same time.
import { withKey } from "../../../../test/harness/api.ts";
import { ACCOUNT_KEY, startApiServer } from "../../test/api-server.ts";
import { systemClock } from "../platform/clock.ts";
import { openStore } from "../store/open-store.ts";

it("handles 16 requests at the same time, and turns others away at once", async () => {
  const gate = Promise.withResolvers<void>();
  let waiting = 0;
  // The start of the server reads too.
  let isHeld = false;
  const held = await startApiServer({}, systemClock, {
    webhookUrlProblem: () => undefined,
    async openStore(options) {
      const store = await openStore(options);
      const findAccount: typeof store.reads.findAccount = async (args) => {
        if (isHeld) {
          waiting += 1;
          await gate.promise;
        }
        return store.reads.findAccount(args);
      };
      return { ...store, reads: { ...store.reads, findAccount } };
    },
  });
  isHeld = true;
  const params = { name: "get_me", arguments: {} };
  const body = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });

  const accept = "application/json, text/event-stream";
  const headers = { ...withKey(ACCOUNT_KEY).headers, accept };
  const send = () => fetch(new URL("/mcp", held.url), { method: "POST", headers, body });

  const open = Array.from({ length: 16 }, () => send());
  await expect.poll(() => waiting).toBe(16);
  const others = await Promise.all(Array.from({ length: 40 }, () => send()));
  gate.resolve();
  const answered = await Promise.all(open);
  const after = await send();

  expect(new Set(others.map(({ status }) => status))).toEqual(new Set([503]));
  expect(others[0]?.headers.get("retry-after")).toBe("1");
  expect([...answered, after].map(({ status }) => status)).toEqual(Array(17).fill(200));
  await held.close();
});
