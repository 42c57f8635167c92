// An archived form takes no posts and is in no list, while its submissions stay.
import type { Form, FormList, SubmissionList } from "@intray/sdk/schemas";
import { useDashboard } from "../../test/dashboard.ts";

const server = useDashboard();

it("takes posts again once it is brought back, and meanwhile is only found by who asks for it", async () => {
  const { id, uuid } = await server.create<Form>("/forms", {
    name: "Old <form>",
    form_view_enabled: true,
    fields: [{ name: "email", type: "email" }],
  });
  await server.post(uuid, { message: "kept" });
  const hour = Math.floor(Date.now() / 3_600_000) + 1;
  const rejected = { reason: "archived", count: 9, last_at: 0, examples: "[]" } as const;
  await server.insert("rejected_post", { form_id: id, hour, ...rejected });
  const rejecting = async () =>
    (await server.ada.get("/")).words.includes("because the form is archived");
  const before = await rejecting();
  const archive = (archived: boolean) => server.patch(`/forms/${id}`, { archived });
  const ask = (path: string, accept: string, method = "POST") =>
    fetch(`${server.url}${path}`, {
      method,
      headers: { accept, "accept-language": "de" },
      ...(method === "POST" && { body: new URLSearchParams({ message: "late" }) }),
    });
  const listed = async (query: string) =>
    (await server.read<FormList>(`/forms${query}`)).forms.map(({ name }) => name);

  await archive(true);

  const script = await ask(`/f/${uuid}`, "application/json");
  expect([script.status, await script.json()]).toEqual([
    410,
    expect.objectContaining({ code: "archived", message: expect.stringContaining("geschlossen") }),
  ]);
  const page = await ask(`/f/${id}`, "text/html");
  expect([page.status, await page.text()]).toEqual([410, expect.stringContaining("geschlossen")]);
  expect((await ask(`/v/${uuid}`, "text/html", "GET")).status).toBe(410);
  const lists = [await listed(""), await listed("?query=old"), await listed("?archived=true")];
  expect(lists).toEqual([["Sample form"], [], ["Old <form>"]]);
  expect(await listed("?archived=true&query=old")).toEqual(["Old <form>"]);
  const kept = await server.read<SubmissionList>("/submissions?query=kept");
  expect(kept.submissions).toHaveLength(1);
  expect((await server.ada.get("/inbox")).text).not.toContain(`<option value="${id}"`);
  expect([before, await rejecting()]).toEqual([true, false]);

  await archive(false);

  expect((await ask(`/f/${uuid}`, "application/json")).status).toBe(200);
});
