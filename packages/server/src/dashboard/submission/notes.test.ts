import type { NoteList } from "@intray/sdk/schemas";
import { inputOn, useDashboard, says } from "../../../test/dashboard.ts";

const server = useDashboard();
let id: number;
let count = 0;
beforeEach(async () => {
  id = await server.post("1", { message: `hello ${(count += 1)}` });
});
const notes = async () => (await server.read<NoteList>(`/submissions/${id}/notes`)).notes;

describe("notes on a submission's page", () => {
  it("are added once by a double click, and again from a page that was shown again", async () => {
    const request = inputOn(await server.ada.get(`/submissions/${id}`), "request");
    const note = "Called <b>her</b>.\r\nSee https://example.org/";

    for (const _ of ["click", "double click"]) {
      await server.ada.submit(`/submissions/${id}/notes`, { note, request });
    }
    const page = await server.ada.submit(`/submissions/${id}/notes`, { note: "Another.", request });

    expect((await notes()).map(({ text, author }) => [text, author])).toEqual([
      ["Called <b>her</b>.\nSee https://example.org/", "ada@example.org"],
      ["Another.", "ada@example.org"],
    ]);
    expect(page.text).not.toContain("<b>her");
    expect(page.text).toContain('href="https://example.org/"');
  });

  it("are changed and deleted by their author", async () => {
    await server.ada.submit(`/submissions/${id}/notes`, { note: "First." });
    const [note] = await notes();
    await server.ada.submit(`/submissions/${id}/notes/${note?.id}`, { note: "Second." });
    expect(await notes()).toMatchObject([{ text: "Second." }]);

    await server.ada.submit(`/submissions/${id}/notes/${note?.id}/delete`);
    expect(await notes()).toEqual([]);

    const again = await server.ada.post(`/submissions/${id}/notes/${note?.id}/delete`);
    expect(again.status).toBe(404);
  });

  it("of a program have no form to change them, and cannot be changed", async () => {
    await server.create(`/submissions/${id}/notes`, { text: "By a program." });
    const [note] = await notes();

    const { text, words } = await server.ada.get(`/submissions/${id}`);
    const answer = await server.ada.post(`/submissions/${id}/notes/${note?.id}`, { note: "Mine." });

    expect(words).toContain("By a program.");
    expect(text).not.toContain(`/notes/${note?.id}`);
    expect(answer.status).toBe(403);
  });

  it("show what was typed if it cannot be saved", async () => {
    const typed = "x".repeat(10_001);

    const page = await server.ada.post(`/submissions/${id}/notes`, { note: typed });

    expect(page).toMatchObject(says(422, "New note must have at most 10,000 characters."));
    expect(page.text).toContain(typed);
  });
});
