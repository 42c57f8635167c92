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
  await server.sql(
    `insert into arrival_source (account_id, day, host, arrived, spam)
      values (1, ?, ?, 5, 5), (2, ?, 'strange.example', 9, 0)`,
    today,
    HOSTILE,
    today,
  );
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
    await server.sql("update submission set created_at = ? where id in (1, 2)", posted);
    await server.sql("update submission set answered_at = created_at + 60000 where id = 1");
    await server.sql("update submission set answered_at = created_at + 7260000 where id = 2");

    const rows = rowsOf((await server.ada.get("/statistics/answers.csv")).text);
    const { words } = await server.ada.get("");

    expect(rows[0]).toBe("day (UTC),answered,half within seconds,90% within seconds");
    expect(rows.join("\n")).toMatch(/,(2,60,7260|1,60,60\n.*,1,7260,7260)/);
    expect(words).toContain("Half within 1 min 90% within 2 h 1 min");
    expect(words).toMatch(/2 submissions, last 30 days, counted since /);
  });

  it("have a row for each bar of the response times", async () => {
    const rows = rowsOf((await server.ada.get("/statistics/response-times.csv")).text);

    expect([rows[0], rows[1], rows.at(-1)]).toEqual([
      "up to milliseconds,attempts",
      "10,0",
      "longer,0",
    ]);
  });
});
