import type { BulkResult, Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = () => server.post(form.uuid, { message: "hello" });
const setTags = (id: number, tags: readonly string[]) => server.mark(id, { tags });
const bulk = async (ids: readonly number[], set: object) =>
  ((await server.bulk(ids, set)).json() as BulkResult).results.map(({ status }) => status);
const tagsOf = async (id: number) => (await server.submission(id)).tags;
const indexed = async (id: number) =>
  (await server.rows("submission_tag", ["tag"], { submission_id: id })).map(({ tag }) => tag);

describe("the tags of a submission", () => {
  it("are none at first, and are replaced by PATCH", async () => {
    const id = await post();
    expect(await tagsOf(id)).toEqual([]);

    const marked = await setTags(id, ["VIP", "  call   back "]);

    expect(marked).toMatchObject({ tags: ["VIP", "call back"], read: false });
    expect(await indexed(id)).toEqual(["call back", "vip"]);
    await setTags(id, ["later"]);
    expect(await tagsOf(id)).toEqual(["later"]);
    expect(await indexed(id)).toEqual(["later"]);
    await setTags(id, []);
    expect(await tagsOf(id)).toEqual([]);
  });

  it("are added and removed in bulk, whatever their letter case", async () => {
    const [first, second] = [await post(), await post()];
    await setTags(first, ["Straße"]);

    const added = await bulk([first, second], { add_tags: ["STRASSE", "vip"] });
    expect(added).toEqual(["updated", "updated"]);
    expect([await tagsOf(first), await tagsOf(second)]).toEqual([
      ["Straße", "vip"],
      ["STRASSE", "vip"],
    ]);

    const again = await bulk([first, second], { add_tags: ["Vip"] });
    expect(again).toEqual(["unchanged", "unchanged"]);
    await bulk([first, second], { remove_tags: ["strasse"], read: true });
    expect([await tagsOf(first), await indexed(second)]).toEqual([["vip"], ["vip"]]);
  });

  it("are removed with it", async () => {
    const id = await post();
    await setTags(id, ["vip"]);

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
    const tags = Array.from({ length: 30 }, (_, n) => `t${n}`);
    await setTags(full, tags);

    const answer = await server.bulk([empty, full], { add_tags: ["vip"], read: true });

    expect(answer).toMatchObject({ status: 422, text: /at most 30/ });
    expect(await tagsOf(empty)).toEqual([]);
  });
});
