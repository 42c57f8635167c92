// Statistics of forms between two days.
import { says, useDashboard } from "../../../test/dashboard.ts";

const DAY_MS = 86_400_000;
const dayOf = (date: string) => Date.parse(date) / DAY_MS;

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
let project = 0;
beforeAll(async () => {
  ({ id: project } = await server.create("/projects", { name: "Acme" }));
  const { id } = await server.create("/forms", { name: "=Contact", project_id: project });
  const fill = (form_id: number, date: string, arrived: number, spam: number, account_id = 1) =>
    server.insert("submission_day", { form_id, day: dayOf(date), account_id, arrived, spam });
  await fill(1, "2025-01-31", 3, 1);
  await fill(1, "2025-02-02", 2, 0);
  await fill(id, "2025-02-02", 7, 7);
  await fill(id, "2025-02-01", 99, 99, 2);
});

const RANGE = "from=2025-01-31&to=2025-02-02";
const csv = async (name: string, query: string) =>
  (await server.ada.get(`/statistics/${name}.csv?${query}`)).text.replace(/^\uFEFF/, "").trimEnd();

describe("the page of statistics", () => {
  it("counts each day and form of the account, with its project", async () => {
    const { words } = await server.ada.get(`/statistics?${RANGE}`);

    expect(words).toContain("12 submissions 8 arrived as spam (67%).");
    expect(words).toContain("31 Jan 3 1 1 Feb 0 0 2 Feb 9 7");
    expect(words).toContain("Acme / =Contact 7 100%");
    expect(words).toContain("5 20%");
  });

  it("counts one form, and a long time by month", async () => {
    const one = await csv("periods", `${RANGE}&form_id=1`);
    const months = await csv("periods", "from=2024-12-31&to=2025-06-01&form_id=1");

    expect(one.split("\n").slice(1)).toEqual([
      "2025-01-31,3,1,0.3333",
      "2025-02-01,0,0,",
      "2025-02-02,2,0,0.0000",
    ]);
    expect(months.split("\n").slice(1, 4)).toEqual([
      "2024-12,0,0,",
      "2025-01,3,1,0.3333",
      "2025-02,2,0,0.0000",
    ]);
  });

  it("is a file that no spreadsheet runs, of the project that is shown", async () => {
    await server.ada.post("/projects/show", { project: String(project) });
    const forms = await csv("forms", RANGE);
    await server.ada.post("/projects/show", { project: "" });

    expect(forms.split("\n").slice(1)).toEqual([
      expect.stringMatching(/^\d+,.*=Contact,7,7,1.0000$/),
    ]);
  });

  it.each([
    ["from=soon&to=2025-01-01", "is not a date"],
    ["from=2025-02-02&to=2025-01-01", "The last day is before the first"],
    ["from=1999-01-01&to=2025-01-01", "at most five years"],
  ])("says what is wrong with %s", async (query, sentence) => {
    const page = await server.ada.get(`/statistics?${query}`);
    const file = await server.ada.get(`/statistics/periods.csv?${query}`);

    for (const answer of [page, file]) expect(answer).toMatchObject(says(422, sentence));
  });

  it("has no figures of a form that the account does not have", async () => {
    const page = await server.ada.get(`/statistics?${RANGE}&form_id=nobody`);

    expect(page.words).toContain("0 submissions");
  });
});
