import { clientOf, serve } from "../../test/faulty-server.ts";
import { operations } from "../generated/operations.gen.ts";
import * as schemas from "../generated/zod.gen.ts";
import type { InvalidAnswer } from "../node-options.ts";

const account = { id: 1, name: "Ada" };
const key = { kind: "account", form_id: null, key_name: "cron", scope: "write", expires_at: null };
const good = { ...key, account, later: "more" };
const bad = { ...good, key_name: 7, form_id: "x" };

async function answering(body: unknown, options: Parameters<typeof clientOf>[1]) {
  const { url } = await serve((_, response) => response.end(JSON.stringify(body)));
  return clientOf(url, options).client;
}

it("is off by default", async () => {
  const client = await answering(bad, {});

  expect(await client.me()).toEqual(bad);
});

it.each(["warn", "strict"] as const)("with %s passes a valid response unchanged", async (mode) => {
  const reported: InvalidAnswer[] = [];
  const onInvalidAnswer = (one: InvalidAnswer) => void reported.push(one);
  const client = await answering(good, { validation: mode, onInvalidAnswer });

  expect([await client.me(), reported]).toEqual([good, []]);
});

it("with strict fails the call, and names the member", async () => {
  const client = await answering(bad, { validation: "strict" });

  await expect(client.me().withResponse()).rejects.toMatchObject({
    kind: "unexpected_answer",
    status: 200,
    message: /getMe .* at (form_id|key_name)/,
    problems: expect.arrayContaining([
      expect.objectContaining({ path: "form_id" }),
      expect.objectContaining({ path: "key_name" }),
    ]),
  });
});

it("with warn returns the data, and reports each kind once", async () => {
  const reported: string[] = [];
  const onInvalidAnswer = ({ operation, problem }: InvalidAnswer) =>
    void reported.push(`${operation} ${problem.path}`);
  const meta = { count: 2, page: 1, per_page: 100, next_cursor: null };
  const project = { id: 1, name: 7, created_at: "2026-01-01T00:00:00.000Z" };
  const page = { projects: [project, project], meta };
  const client = await answering(page, { validation: "warn", onInvalidAnswer });

  expect(await client.projects.list()).toEqual(page);
  for await (const one of client.projects.list()) expect(one).toEqual(project);

  expect(reported.toSorted()).toEqual([
    "listProjects projects.0.name",
    "listProjects projects.0.updated_at",
  ]);
});

it("has a schema for the response of every operation", () => {
  const missing = operations.filter(
    ({ id }) => !(`z${id.charAt(0).toUpperCase()}${id.slice(1)}Response` in schemas),
  );

  expect(missing.map(({ id }) => id)).toEqual(["getWebhookLogBody", "getDeliveryBody"]);
});
