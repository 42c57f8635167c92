import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { type Page, useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
const form = useEach(() =>
  server.create<Form>("/forms", {
    name: "Seats",
    fields: [
      { name: "seats", type: "number", label: "Number of seats" },
      { name: "size", type: "select", options: ["S", "M"] },
    ],
  }),
);

const send = (fields: Record<string, string>) => server.post(form.uuid, fields);
const open = (query = "") => server.ada.get(`/forms/${form.id}/grid${query}`);
const cellsOf = (row: string) =>
  [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = ""]) =>
    cell.replaceAll(/<[^>]*>/g, "").trim(),
  );
/** The cells of a column, from top to bottom. */
function columnOf({ text }: Page, heading: string): readonly (string | undefined)[] {
  const table = /<table class="grid">.*?<\/table>/s.exec(text)?.[0] ?? "";
  const [head = [], ...rows] = table.split("<tr>").slice(1).map(cellsOf);
  return rows.map((cells) => cells[head.indexOf(heading)]);
}

describe("the table of a form", () => {
  it("has the fields with a rule as columns, newest first, and the inbox's search", async () => {
    for (const seats of ["9", "10", ""]) await send({ seats, size: "M", note: "By mail" });
    const page = await open();
    const found = await open("?query=seats:10");

    expect(columnOf(page, "Number of seats")).toEqual(["", "10", "9"]);
    expect(page.words).not.toContain("By mail");
    expect(columnOf(found, "Number of seats")).toEqual(["10"]);
    expect((await open("?from=nonsense")).status).toBe(422);
    expect((await server.ada.get(`/inbox?form_id=${form.id}`)).text).toContain(
      `href="/dashboard/forms/${form.id}/grid"`,
    );
  });

  it("is sorted by time, or by a column with empty cells last, as it says", async () => {
    for (const seats of ["9", "10", "", "-1"]) await send({ seats });
    const sorted = async (by: string) => columnOf(await open(`?sort=${by}`), "Number of seats");

    expect(await sorted("_created_at")).toEqual(["9", "10", "", "-1"]);
    expect(await sorted("seats")).toEqual(["-1", "9", "10", ""]);
    expect(await sorted("-seats")).toEqual(["10", "9", "-1", ""]);
    expect((await open("?sort=seats")).words).toContain("Sorted among all 4 submissions.");
  });

  it("sorts the newest 1,000 by a column, and shows 50 of them on a page", async () => {
    for (let first = 1; first < 1_100; first += 200) {
      const submissions = Array.from({ length: 200 }, (_, n) => {
        const value = String(first + n);
        return { key: value, form_params: [{ name: "seats", value }] };
      });
      const json = { from: "test", submissions };
      await server.request("POST", `/forms/${form.id}/import`, { json });
    }

    const page = await open("?sort=seats&cursor=50");

    const seats = Array.from({ length: 50 }, (_, n) => String(251 + n));
    expect(columnOf(page, "Number of seats")).toEqual(seats);
    expect(page.words).toContain("Sorted among the newest 1,000 matches.");
  });

  it("keeps chosen columns in their order, whatever their names are", async () => {
    const odd = ["__proto__", "_state", " left ", `<b>"x"`];
    await send(Object.fromEntries([...odd, "constructor"].map((name) => [name, `of ${name}`])));
    const shown = await open();
    expect(shown.text).toContain('value="___proto__"');
    expect(shown.text).toContain('value="__state"');

    const column = ["___proto__", "__state", "_state", " left ", `<b>"x"`, "constructor"];
    const move = { column, move: "right _state" };
    const moved = await server.ada.submit(`/forms/${form.id}/grid/columns`, move);

    const { grid_columns } = await server.read<Form>(`/forms/${form.id}`);
    const [proto, own, state, ...others] = column;
    expect(grid_columns).toEqual([proto, own, others[0], state, ...others.slice(1)]);
    expect(columnOf(moved, "___proto__")).toEqual(["of __proto__"]);
    expect(columnOf(moved, "State")).toEqual(["new"]);
    expect(columnOf(moved, "constructor")).toEqual(["of constructor"]);
  });

  it("is downloaded as CSV with its columns and filter, and technical columns on request", async () => {
    await send({ seats: "3", note: "=1+1" });
    await send({ seats: "4", note: "lost" });
    const query = `/inbox/export?form_id=${form.id}&query=1%2B1`;
    const asked = { format: "csv", scope: "matching", until: "9999", column: ["note", "seats"] };

    const { text } = await server.ada.post(query, asked);
    const technical = await server.ada.post(query, { ...asked, technical: "yes" });

    expect(text).toBe("note,seats\r\n'=1+1,3\r\n");
    expect(technical.text).toMatch(/^note,seats,_id,_form_id,.*\r\n'=1\+1,3,\d+,/);
  });

  it("shows 20 of 100 fields unless more are chosen, and cuts long cells", async () => {
    const { id, uuid } = await server.create<Form>("/forms", { name: "Wide" });
    const names = Array.from({ length: 100 }, (_, n) => `field ${n}`);
    const long = "W".repeat(5_000);
    await server.post(uuid, new URLSearchParams(names.map((name) => [name, long])));

    const { text } = await server.ada.get(`/forms/${id}/grid`);

    expect(text.match(/<th[ >]/g)).toHaveLength(23);
    expect(text.match(/name="column"/g)?.length).toBeGreaterThan(100);
    expect(text.length).toBeLessThan(60_000);
  });
});
