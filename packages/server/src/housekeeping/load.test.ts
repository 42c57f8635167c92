// A great deal to remove does not keep posts from being stored.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";

const ROWS = 100_000;
const BATCHES = 5;
/** Far above what a batch takes, and far below what all of them do. */
const MAX_MS_A_POST = 2_000;

let server: ApiServer;
beforeEach(async () => {
  server = await startApiServer();
});
afterEach(() => server.close());

it("answers posts while 100,000 submissions are removed", async () => {
  const { id, uuid } = await server.make<{ id: number; uuid: string }>("/forms", { name: "Full" });
  await server.fill(id, ROWS);
  const left = async () => {
    const [row] = await server.sql("select count(*) as n from submission where form_id = ?", id);
    return (row as { readonly n: number }).n;
  };
  const { uuid: other } = await server.make<{ uuid: string }>("/forms", { name: "Other" });

  await server.ask("DELETE", `/forms/${uuid}`);
  await vi.waitUntil(async () => (await left()) < ROWS, { timeout: 15_000 });
  const before = await left();
  const took: number[] = [];
  // Until some more batches have been taken away between them.
  while ((await left()) > before - BATCHES * 200) {
    const startedAt = performance.now();
    await server.post(other, new URLSearchParams({ n: `${took.length}` }));
    took.push(performance.now() - startedAt);
  }
  const after = await left();

  expect(Math.max(...took)).toBeLessThan(MAX_MS_A_POST);
  expect(took.length).toBeGreaterThan(BATCHES);
  expect(after).toBeGreaterThan(0);
}, 60_000);
