import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
const form = useEach(() =>
  server.create<Form>("/forms", {
    name: "Party",
    fields: [
      { name: "day", type: "text" },
      { name: "size", type: "select", options: ["S", "M", "L"], label: "Shirt" },
    ],
  }),
);

describe("the answers of a form", () => {
  it("are counts of choices, also of those that nobody took, and of words that repeat", async () => {
    for (const [size, guest] of [
      ["M", "yes"],
      ["M", "no"],
      ["S", "yes"],
      ["", "yes"],
    ] as const) {
      const fields = { guest, ["__proto__"]: guest, message: `Dear ${size}${guest}`, size };
      await server.post(form.uuid, fields);
    }

    const { words } = await server.ada.get(`/forms/${form.id}/answers`);

    expect(words).toContain(
      "Of 4 submissions. Without spam. Texts are in the table: day, message.",
    );
    expect(words).toContain("Shirt 3 answers Choice Answers Share M 2 67% S 1 33% L 0 0%");
    expect(words).toContain("guest 4 answers Choice Answers Share yes 3 75% no 1 25%");
    expect(words).toContain("__proto__ 4 answers");
  });

  it("are least, median and most of numbers and dates, with a bar for each range", async () => {
    const seats = ["1", "2", "2", "40"];
    for (const [n, value] of seats.entries()) {
      const fields = { seats: value, day: `2026-11-0${n + 1}`, large: `${n - 1}e308` };
      await server.post(form.uuid, fields);
    }
    await server.post(form.uuid, { seats: "3" });
    // From before the field had its type.
    await server.post(form.uuid, { day: "+275760-09-13" });
    await server.patch(`/forms/${form.id}`, { fields: [{ name: "day", type: "date" }] });

    const { words } = await server.ada.get(`/forms/${form.id}/answers`);

    expect(words).toContain("seats 5 answers Least 1 Median 2 Most 40");
    expect(words).toContain("0 to 5 4 80% 5 to 10 0 0%");
    expect(words).toContain("40 to 45 1 20%");
    expect(words).toContain("day 5 answers First 2026-11-01 Median 2026-11-02 Last 2026-11-04");
    expect(words).toContain("2026-11-03 1 25%");
  });
});
