// The sources, and the figures of the charts as CSV.
import { useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = "=cmd|calc.example";
const DAY_MS = 86_400_000;

const server = useDashboard();
beforeAll(async () => {
  for (const [host, path] of [
    ["shop.example", "/contact"],
    ["shop.example", "/about"],
    ["blog.example", "/"],
  ]) {
    await fetch(`${server.url}/f/1.json`, {
      method: "POST",
      headers: { referer: `https://${host}${path}` },
      body: new URLSearchParams({ message: `From ${host}${path}` }),
    });
  }
  const today = Math.floor(Date.now() / DAY_MS);
  await vi.waitUntil(async () => (await server.ada.get("")).words.includes("shop.example 2 0%"));
  const arrived = { day: today, arrived: 5, spam: 5 };
  await server.insert("arrival_source", { account_id: 1, host: HOSTILE, ...arrived });
  await server.insert("arrival_source", { account_id: 2, host: "strange.example", ...arrived });
});

/** The rows of a CSV file without its byte order mark. */
const rowsOf = (text: string) =>
  text
    .replace(/^\uFEFF/, "")
    .trimEnd()
    .split("\n");

describe("the sources", () => {
  it("are the hosts of the account with their spam rate, the most frequent first", async () => {
    const { words } = await server.ada.get("");

    expect(words).toContain(
      `Host Submissions Spam rate ${HOSTILE} 5 100% shop.example 2 0% blog.example 1 0%`,
    );
    expect(words).toMatch(/last 30 days \(UTC\), counted since /);
    expect(words).not.toContain("strange.example");
  });

  it("are a CSV file that no spreadsheet runs", async () => {
    const { text, headers } = await server.ada.get("/statistics/sources.csv");

    expect(headers.get("content-disposition")).toBe('attachment; filename="sources.csv"');
    expect(rowsOf(text)).toEqual([
      "host,submissions,spam,spam rate",
      `'${HOSTILE},5,5,1.0000`,
      "shop.example,2,0,0.0000",
      "blog.example,1,0,0.0000",
    ]);
  });
});

describe("the figures as CSV", () => {
  it("have a row for each day, in the person's zone", async () => {
    const rows = rowsOf((await server.ada.get("/statistics/days.csv")).text);

    expect(rows[0]).toBe("day (UTC),submissions,spam,spam rate");
    expect(rows).toHaveLength(31);
    expect(rows.at(-1)).toMatch(/^\d{4}-\d{2}-\d{2},3,0,0\.0000$/);
    expect(rows[1]).toMatch(/^\d{4}-\d{2}-\d{2},0,0,$/);
  });

  it("have the time to the first answer of each day, which the overview shows as well", async () => {
    const posted = Date.now() - 3 * 3_600_000;
    for (const [id, waited] of [60_000, 7_260_000].entries()) {
      const times = { created_at: posted, answered_at: posted + waited };
      await server.update("submission", times, { id: id + 1 });
    }

    const rows = rowsOf((await server.ada.get("/statistics/answers.csv")).text);
    const { words } = await server.ada.get("");

    expect(rows[0]).toBe("day (UTC),answered,half within seconds,90% within seconds");
    expect(rows.join("\n")).toMatch(/,(2,60,7260|1,60,60\n.*,1,7260,7260)/);
    expect(words).toContain("Half within 1 min 90% within 2 h 1 min");
    expect(words).toMatch(/2 submissions, last 30 days, counted since /);
  });
});
