// Deleting many submissions does not block posts.
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { type ApiServer, startApiServer } from "../../test/api-server.ts";

const ROWS = 100_000;
const BATCHES = 5;
/** Much longer than one batch, and much shorter than the whole deletion. */
const MAX_POST_MS = 2_000;

let server: ApiServer;
beforeEach(async () => {
  server = await startApiServer();
});
afterEach(() => server.close());

it("answers posts while 100,000 submissions are deleted", async () => {
  const { id, uuid } = await server.create<{ id: number; uuid: string }>("/forms", {
    name: "Full",
  });
  await server.fill(id, ROWS);
  const left = async () => {
    const [row] = await server.sql("select count(*) as n from submission where form_id = ?", id);
    return (row as { readonly n: number }).n;
  };
  const { uuid: other } = await server.create<{ uuid: string }>("/forms", { name: "Other" });

  await server.request("DELETE", `/forms/${uuid}`);
  await vi.waitUntil(async () => (await left()) < ROWS);
  const before = await left();
  const took: number[] = [];
  // Until some batches have been deleted between the posts.
  while ((await left()) > before - BATCHES * 200) {
    const startedAt = performance.now();
    await server.post(other, new URLSearchParams({ n: `${took.length}` }));
    took.push(performance.now() - startedAt);
  }
  const after = await left();

  expect(Math.max(...took)).toBeLessThan(MAX_POST_MS);
  expect(took.length).toBeGreaterThan(BATCHES);
  expect(after).toBeGreaterThan(0);
});
