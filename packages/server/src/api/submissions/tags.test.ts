import type { BulkResult, Form, Submission } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = () => server.post(form.uuid, { message: "hello" });
const patch = (id: number, tags: unknown, key?: string) =>
  server.request("PATCH", `/submissions/${id}`, {
    json: { submission: { tags } },
    ...(key !== undefined && { key }),
  });
const bulk = (submission_ids: readonly number[], set: object) =>
  server.request("POST", "/submissions/bulk", { json: { submission_ids, set } });
const tagsOf = async (id: number) => (await server.read<Submission>(`/submissions/${id}`)).tags;
const indexed = async (id: number) =>
  (await server.rows("submission_tag", ["tag"], { submission_id: id })).map(({ tag }) => tag);

describe("the tags of a submission", () => {
  it("are none at first, and are replaced by PATCH", async () => {
    const id = await post();
    expect(await tagsOf(id)).toEqual([]);

    const answer = await patch(id, ["VIP", "  call   back "]);

    expect(answer.json()).toMatchObject({ tags: ["VIP", "call back"], read: false });
    expect(await indexed(id)).toEqual(["call back", "vip"]);
    await patch(id, ["later"]);
    expect(await tagsOf(id)).toEqual(["later"]);
    expect(await indexed(id)).toEqual(["later"]);
    await patch(id, []);
    expect(await tagsOf(id)).toEqual([]);
  });

  it("are added and removed in bulk, whatever their letter case", async () => {
    const [first, second] = [await post(), await post()];
    await patch(first, ["Straße"]);

    const added = await bulk([first, second], { add_tags: ["STRASSE", "vip"] });
    expect((added.json() as BulkResult).results.map(({ status }) => status)).toEqual([
      "updated",
      "updated",
    ]);
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([
      ["Straße", "vip"],
      ["STRASSE", "vip"],
    ]);

    const again = await bulk([first, second], { add_tags: ["Vip"] });
    expect((again.json() as BulkResult).results.map(({ status }) => status)).toEqual([
      "unchanged",
      "unchanged",
    ]);
    await bulk([first, second], { remove_tags: ["strasse"], read: true });
    expect([await tagsOf(first), await indexed(second)]).toEqual([["vip"], ["vip"]]);
  });

  it("are removed with it", async () => {
    const id = await post();
    await patch(id, ["vip"]);

    await server.request("DELETE", `/submissions/${id}`);

    expect(await indexed(id)).toEqual([]);
  });

  it.each([
    ["vip", "submission.tags"],
    [["a,b"], "submission.tags"],
    [['say "hi"'], "submission.tags"],
    [["   "], "submission.tags"],
    [["x".repeat(51)], "submission.tags"],
    [Array.from({ length: 31 }, (_, n) => `t${n}`), "tags"],
    [Array.from({ length: 101 }, (_, n) => `t${n}`), "submission.tags"],
  ])("cannot be %j", async (tags, field) => {
    const id = await post();

    const json = { submission: { tags } };
    expect((await server.refused("PATCH", `/submissions/${id}`, json))[0]).toBe(field);
    expect(await tagsOf(id)).toEqual([]);
  });

  it("stay as they are on all submissions if one would have too many", async () => {
    const [full, empty] = [await post(), await post()];
    await patch(
      full,
      Array.from({ length: 30 }, (_, n) => `t${n}`),
    );

    const answer = await bulk([empty, full], { add_tags: ["vip"], read: true });

    expect(answer.status).toBe(422);
    expect(answer.json()).toMatchObject({ error: /at most 30/ });
    expect(await tagsOf(empty)).toEqual([]);
  });
});
