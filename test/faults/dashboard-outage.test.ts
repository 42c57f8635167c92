// The dashboard while the database stores nothing.
import { Outage } from "../../packages/server/src/domain/outage.ts";
import { openStore } from "../../packages/server/src/store/open-store.ts";
import { wrapWrites } from "../../packages/server/src/store/writes.ts";
import { startDashboard } from "../../packages/server/test/dashboard.ts";

it("shows pages, and answers changes with 503, Retry-After and a sentence", async () => {
  let fault: Error | undefined;
  const server = await startDashboard({}, undefined, {
    async openStore(options) {
      const store = await openStore(options);
      const writes = wrapWrites(store.writes, (run) =>
        fault === undefined ? run() : Promise.reject(fault),
      );
      return { ...store, writes };
    },
  });
  const id = await server.post("1", new URLSearchParams({ a: "b" }));
  fault = new Outage("disk_full");

  const shown = await server.ada.get(`/submissions/${id}`);
  const moved = await server.ada.post(`/submissions/${id}/mark`, { trash: "yes" });
  const signedIn = await server.visitor().signIn();

  expect(shown.status).toBe(200);
  for (const answer of [moved, signedIn]) {
    expect([answer.status, answer.headers.get("retry-after")]).toEqual([503, "30"]);
    expect(answer.words).toContain("The server's disk is full; send this again in 30 seconds.");
  }
  fault = undefined;
  expect((await server.ada.post(`/submissions/${id}/mark`, { trash: "yes" })).status).toBe(303);
  await server.close();
});
