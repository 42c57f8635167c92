import type { Form, SubmissionList } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { cookieOf, says, useDashboard } from "../../../test/dashboard.ts";
import { shownForm } from "../../../test/shown-form.ts";

const server = useDashboard();
const form = useEach(() => server.create<Form>("/forms", { name: "Moved" }));

const CSV =
  "ID,Created at,Mail,__proto__\n7,2024-03-31 14:05,ada@example.org,yes\n8,never,bob@example.org,\n";

const COLUMNS = `${Array.from({ length: 501 }, (_, n) => `c${n}`).join()}\n${"1,".repeat(500)}1`;

/** Posts a file as a browser does. */
async function upload(content: string | Uint8Array<ArrayBuffer>, name = "export.csv") {
  const body = new FormData();
  body.set("zone", "Europe/Berlin");
  body.set("file", new File([content], name));
  const answer = await fetch(`${server.url}/dashboard/forms/${form.id}/import`, {
    method: "POST",
    headers: { cookie: cookieOf(server.ada), origin: server.url },
    body,
  });
  const text = await answer.text();
  const words = text.replaceAll(/<[^>]*>/g, " ").replaceAll(/\s+/g, " ");
  return { status: answer.status, text, words };
}
const stored = async () =>
  (await server.read<SubmissionList>(`/submissions?form_id=${form.id}`)).submissions;
/** What the page would post. */
const inputsOf = (text: string) => shownForm(text, "reading");

describe("an import on the page of a form", () => {
  it("shows what the columns become, then stores the rows and says which were wrong and skipped", async () => {
    const read = await upload(CSV);

    expect([read.status, await stored()]).toEqual([200, []]);
    expect(read.words).toMatch(/Will be imported 1 Skipped: there already 0 Not possible 1/);
    expect(read.words).toContain("Row 2: &quot;never&quot; is not a known time");
    const inputs = inputsOf(read.text);
    expect(inputs).toMatchObject({ time: ["Created at"], dedupe: ["ID"], name: ["export.csv"] });

    const typed = { ...inputs, field_2: "email", act: "import" };
    const done = await server.ada.post(`/forms/${form.id}/import`, typed);
    const again = await server.ada.post(`/forms/${form.id}/import`, typed);

    expect(done.words).toContain("Imported 1 Skipped: there already 0 Not possible 1");
    expect(again.words).toContain("Imported 0 Skipped: there already 1 Not possible 1");
    const [one] = await stored();
    expect(one).toMatchObject({
      read: true,
      email: "ada@example.org",
      form_params: [
        { name: "ID", value: "7" },
        { name: "email", value: "ada@example.org" },
        { name: "__proto__", value: "yes" },
      ],
      imported: { from: "export.csv", submitted_at: "2024-03-31T12:05:00.000Z" },
    });
  });

  it("takes JSON, and 500 columns, some of them left out", async () => {
    const row = Object.fromEntries(Array.from({ length: 500 }, (_, n) => [`c${n}`, `${n}`]));
    const inputs = inputsOf((await upload(JSON.stringify([row]), "export.json")).text);

    for (let n = 3; n < 500; n += 1) inputs[`field_${n}`] = [""];
    await server.ada.post(`/forms/${form.id}/import`, { ...inputs, act: "import" });

    expect((await stored())[0]?.form_params.map(({ name }) => name)).toEqual(["c0", "c1", "c2"]);
  });

  it.each([
    ["no file", "", 422, "Choose a file that is not empty."],
    ["a column twice", "a,b,a\n1,2,3", 422, "is there twice. Rename one of them."],
    ["broken UTF-8", new Uint8Array([0x61, 0x0a, 0xff, 0xfe, 0xc3]), 422, "Name its encoding"],
    ["no rows", "a,b\n", 422, "The file has no rows."],
    ["an open quote", `a\n"${"x".repeat(500_000)}`, 422, "has a quote that is never closed"],
    ["501 columns", COLUMNS, 422, "it may have 500"],
    ["many rows", `a\n${"1\n".repeat(10_001)}`, 422, "more than 10,000 rows"],
    ["20 MB", "x".repeat(20_000_000), 413, "may have 5 MiB"],
  ])("rejects %s in words, and stores nothing", async (_, content, status, words) => {
    const answer = await upload(content);

    expect(answer).toMatchObject(says(status, words));
    expect(await stored()).toEqual([]);
  });

  it("rejects a zone that does not exist", async () => {
    const typed = { content: btoa(CSV), zone: "Mars" };
    const wrong = await server.ada.post(`/forms/${form.id}/import`, typed);

    expect(wrong).toMatchObject(says(422, "Europe/Berlin"));
  });
});
