import type { ReplyTemplateList } from "@intray/sdk/schemas";
import { inputOn, useDashboard, says } from "../../../test/dashboard.ts";

const server = useDashboard();
const LIST = "/reply_templates";
const templates = async () => (await server.read<ReplyTemplateList>(LIST)).reply_templates;

describe("the page of reply templates", () => {
  it("creates, changes and deletes", async () => {
    const request = inputOn(await server.ada.get(LIST), "request");
    const fields = { name: "<Hi>", body: "Dear\r\nyou", form_id: "1", request };

    for (const _ of ["click", "double click"]) await server.ada.submit(LIST, fields);
    const [template, ...others] = await templates();
    const shown = await server.ada.get(LIST);

    expect(others).toEqual([]);
    expect(template).toMatchObject({ name: "<Hi>", body: "Dear\nyou", form_id: 1 });
    expect(shown.text).not.toContain("<Hi>");

    await server.ada.submit(`${LIST}/${template?.id}`, { name: "Hello", body: "Dear" });
    expect(await templates()).toMatchObject([{ name: "Hello", body: "Dear", form_id: 1 }]);
    await server.ada.submit(`${LIST}/${template?.id}/delete`);
    expect(await templates()).toEqual([]);
  });

  it("keeps what was typed if it is wrong", async () => {
    const wrong = await server.ada.post(LIST, { name: "Wrong", body: "Dear {{#if}}" });

    expect(wrong).toMatchObject(says(422, "The template is wrong in line 1"));
    expect(wrong.text).toContain("Dear {{#if}}</textarea>");
    expect(await templates()).toEqual([]);
  });
});
