// Idempotency-Key on posts to a form: a repeated post is stored once and gets the first response again.
import { readdir } from "node:fs/promises";
import { join } from "node:path";
import type { Form, SubmissionList, WebhookLogList } from "@intray/sdk/schemas";
import { useEach } from "../harness/use.ts";
import { useApiServerAt } from "../../packages/server/test/api-server.ts";
import { type CheckedAnswer, checkedFetch } from "./document.ts";

const DAY_MS = 86_400_000;

let now = Date.parse("2026-03-01T00:00:00Z");
const server = useApiServerAt(() => now);
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

let keys = 0;
const newKey = () => `key-${(keys += 1)}`;
const post = (
  key: string | undefined,
  body: RequestInit["body"],
  to: { readonly uuid: string } = form,
): Promise<CheckedAnswer> =>
  checkedFetch(server.url)("POST", `/f/${to.uuid}.json`, {
    body: body ?? null,
    ...(key === undefined ? {} : { headers: { "idempotency-key": key } }),
  });
const fields = (text: string) => new URLSearchParams({ text });
const idOf = (answer: CheckedAnswer) => (answer.json() as { id: number }).id;
const submissions = async () =>
  (await server.read<SubmissionList>(`/submissions?form_id=${form.id}&unread=true`)).submissions;
const logs = async () =>
  (await server.read<WebhookLogList>(`/webhook_logs?form_id=${form.id}`)).webhook_logs;
describe("a repeated post", () => {
  it("is stored once, delivered once, and gets the same response", async () => {
    await server.create("/form_webhooks", { form_id: form.id, url: "http://127.0.0.1:9/" });
    const key = newKey();

    const first = await post(key, fields("hello"));
    now += 1_000;
    const again = await post(key, fields("hello"));

    expect(again.json()).toEqual(first.json());
    expect((await submissions()).map(({ id, spam }) => [id, spam])).toEqual([[idOf(first), false]]);
    expect(await logs()).toHaveLength(1);
  });

  it("becomes one submission when the posts are concurrent", async () => {
    const key = newKey();

    const answers = await Promise.all(
      Array.from({ length: 8 }, () => post(key, fields("at once"))),
    );

    expect(new Set(answers.map(idOf)).size).toBe(1);
    expect(await submissions()).toHaveLength(1);
  });

  it("with other content is stored too, and either one is recognized afterwards", async () => {
    const key = newKey();

    const first = await post(key, fields("one"));
    const second = await post(key, fields("two"));
    const again = [await post(key, fields("one")), await post(key, fields("two"))];

    expect(idOf(first)).not.toBe(idOf(second));
    expect(again.map(idOf)).toEqual([idOf(first), idOf(second)]);
    expect(await submissions()).toHaveLength(2);
  });

  it("to another form is stored there too", async () => {
    const other = await server.create<{ id: number; uuid: string }>("/forms", { name: "Other" });
    const key = newKey();

    const ids = [idOf(await post(key, fields("x"))), idOf(await post(key, fields("x"), other))];

    expect(new Set(ids).size).toBe(2);
  });

  it("keeps the files of the first post and leaves no others behind", async () => {
    const key = newKey();
    const body = (bytes: string) => {
      const data = new FormData();
      data.set("text", "with a file");
      data.set("cv", new File([bytes], "cv.txt", { type: "text/plain" }));
      return data;
    };
    const first = await post(key, body("bytes"));
    const files = await stored();

    const again = await post(key, body("bytes"));
    const other = await post(key, body("other bytes"));

    expect(idOf(again)).toBe(idOf(first));
    expect(idOf(other)).not.toBe(idOf(first));
    expect(await stored()).toBe(files + 1);
  });

  const stored = async () => {
    const all = await readdir(join(server.folder, "attachments"), {
      recursive: true,
      withFileTypes: true,
    });
    return all.filter((one) => one.isFile()).length;
  };

  it("is stored again after a day; a submission deleted in the meantime stays deleted until then", async () => {
    const [key, keyOfDeleted] = [newKey(), newKey()];
    const first = idOf(await post(key, fields("day")));
    const deleted = idOf(await post(keyOfDeleted, fields("deleted")));
    await server.request("DELETE", `/submissions/${deleted}`);

    now += DAY_MS - 1;
    const early = [
      idOf(await post(key, fields("day"))),
      idOf(await post(keyOfDeleted, fields("deleted"))),
    ];
    now += 1;
    const late = idOf(await post(key, fields("day")));
    const latest = idOf(await post(key, fields("day")));

    expect(early).toEqual([first, deleted]);
    expect(late).toBeGreaterThan(first);
    expect(latest).toBe(late);
  });

  it("without a key, or with an empty one, is stored again", async () => {
    const ids = [
      idOf(await post(undefined, fields("none"))),
      idOf(await post("", fields("none"))),
      idOf(await post(" ", fields("none"))),
    ];

    expect(new Set(ids).size).toBe(3);
  });
});
