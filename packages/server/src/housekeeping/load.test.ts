// Deleting many submissions does not block posts.
import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../test/harness/use.ts";
import { startApiServer } from "../../test/api-server.ts";

const ROWS = 100_000;
const BATCHES = 5;

const server = useEach(startApiServer);

it("answers posts while 100,000 submissions are deleted", async () => {
  const { id, uuid } = await server.create<Form>("/forms", { name: "Full" });
  await server.fill(id, ROWS);
  const left = async () => {
    const [row] = await server.sql("select count(*) as n from submission where form_id = ?", id);
    return (row as { readonly n: number }).n;
  };
  const { uuid: other } = await server.create<{ uuid: string }>("/forms", { name: "Other" });

  await server.request("DELETE", `/forms/${uuid}`);
  await vi.waitUntil(async () => (await left()) < ROWS);
  const before = await left();
  let posted = 0;
  // Until some batches have been deleted between the posts.
  while ((await left()) > before - BATCHES * 200) {
    await server.post(other, { n: `${posted}` });
    posted += 1;
  }
  const after = await left();

  // No post waited for more than a batch.
  expect(posted).toBeGreaterThan(BATCHES);
  expect(after).toBeGreaterThan(0);
});
