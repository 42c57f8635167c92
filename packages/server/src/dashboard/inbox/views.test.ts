// What the inbox shows depends on its address and on the person's time zone and density.
import type { Page, Visitor } from "../../../test/dashboard.ts";
import { useDashboard, says, idsOn, linkOn } from "../../../test/dashboard.ts";

const server = useDashboard();
let visitor: Visitor;
let form: number;
beforeEach(async () => {
  visitor = await server.signedIn();
  ({ id: form } = await server.create("/forms", { name: "Contact", timezone: "America/New_York" }));
});

const idsOf = (page: Page) => idsOn(page, "submission");
const open = (query = "") => visitor.get(`/inbox?form_id=${form}${query}`);
/** Follows a link of a page. */
const follow = (page: Page, rel: "prev" | "next") =>
  visitor.get(linkOn(page, new RegExp(`rel="${rel}" href="([^"]*)"`)));
const position = ({ text }: Page) => /class="position[^>]*>([^<]*)/.exec(text)?.[1];
const inZone = (zone: string) =>
  visitor.cookies.set("intray_browser_zone", encodeURIComponent(zone));

describe("the days of the inbox", () => {
  /** Submissions at the first and the last millisecond of a day, and just outside of it. */
  const fillDay = async (start: string, end: string) => {
    const [from, to] = [Date.parse(start), Date.parse(end)];
    for (const at of [from - 1, from, to - 1, to]) await server.fill(form, 1, at);
    const [, last, first] = idsOf(await open());
    return [last, first];
  };

  it("are those of the person's time zone", async () => {
    const expected = await fillDay("2025-11-20T15:00Z", "2025-11-21T15:00Z");
    inZone("Asia/Tokyo");

    const page = await open("&from=2025-11-21&to=2025-11-21");

    expect(idsOf(page)).toEqual(expected);
    expect(page.words).toContain("Times in Asia/Tokyo");
    expect(page.words).not.toContain("(Asia/Tokyo)");
  });

  it("are those of the form, which is named, for a browser without script", async () => {
    const expected = await fillDay("2025-11-21T05:00Z", "2025-11-22T05:00Z");

    const page = await open("&from=2025-11-21&to=2025-11-21");

    expect(idsOf(page)).toEqual(expected);
    expect(page.words).toContain("From (America/New_York)");
    expect((await visitor.get("/inbox")).words).toContain("From (UTC)");
  });

  it("stay the same, as the search does, for a list in progress and for what acts on it", async () => {
    await server.fill(form, 60, Date.parse("2025-11-20T15:00Z"));
    inZone("Asia/Tokyo");
    const first = await open("&query=b&from=2025-11-21&to=2025-11-21");
    inZone("UTC");

    const second = await follow(first, "next");
    const bulk = /<form class="inbox" method="post" action="([^"]*)"/.exec(second.text)?.[1];

    expect([idsOf(first).length, idsOf(second).length]).toEqual([50, 10]);
    expect(second).toMatchObject({ words: /From \(Asia\/Tokyo\)/, text: /value="b"/ });
    expect(bulk).toContain("zone=Asia%2FTokyo");
    expect(idsOf(await open("&from=2025-11-21&to=2025-11-21"))).toEqual([]);
  });

  it("are in UTC for a zone that does not exist", async () => {
    inZone("Mars/Olympus");

    const page = await visitor.get("/inbox?zone=Mars%2FOlympus&from=2025-11-21");

    expect(page).toMatchObject(says(200, "From (UTC)"));
  });
});

describe("the pages of the inbox", () => {
  it("have a position, and lead back to the same rows; before the last five by their number", async () => {
    await server.fill(form, 420);
    const pages = [await open()];
    for (let page = 1; page < 9; page += 1) pages.push(await follow(pages.at(-1) as Page, "next"));
    // Neither moves the rows of the last five pages that were shown before.
    await server.fill(form, 7);
    const back = [pages.at(-1) as Page];
    for (let page = 1; page < 9; page += 1) back.push(await follow(back.at(-1) as Page, "prev"));

    const firsts = [1, 51, 101, 151, 201, 251, 301, 351, 401];
    const positions = firsts.map((first) => `${first}–${Math.min(first + 49, 420)} of 420`);
    expect([pages.map(position), new Set(pages.flatMap(idsOf)).size]).toEqual([positions, 420]);
    expect(pages.at(-1)?.text).not.toContain('rel="next"');
    expect(back.slice(0, 6).map(idsOf)).toEqual(pages.slice(3).toReversed().map(idsOf));
    expect(back.slice(6).map(position)).toEqual(
      [101, 51, 1].map((first) => `${first}–${first + 49} of 427`),
    );
    expect(back.at(-1)?.text).not.toContain('rel="prev"');
    expect(back.slice(-1).map(idsOf)).toEqual([idsOf(await open())]);
  });

  const queries = ["page=x", "page=0", "page=999999", "page=2&back=..x", "cursor=&back=abc"];
  it.each(queries)("open with any text in the address: %s", async (query) => {
    await server.fill(form, 60);

    expect((await open(`&${query}`)).status).toBe(200);
  });
});

it("the count of unread submissions is in the menu and in the title", async () => {
  const before = await open();
  await server.fill(form, 1_200);

  const page = await open();
  const other = await visitor.get("/forms");

  expect(before.text).toContain("<title>Inbox of Contact · Intray</title>");
  expect(page.text).toContain("<title>(1,200) Inbox of Contact · Intray</title>");
  expect(other.words).toMatch(/Inbox [\d,]+ to do Forms/);
  expect(other.text).toContain("<title>Forms · Intray</title>");
});

describe("the density of the rows", () => {
  it("is remembered", async () => {
    await server.fill(form, 1);
    const before = await open();

    const compact = { density: "compact", return_to: `/dashboard/inbox?form_id=${form}` };
    const page = await visitor.submit("/inbox/density", compact);

    expect(before.text).toContain('<ol class="rows comfortable">');
    expect(page.text).toContain('<ol class="rows compact">');
    expect((await open()).text).toContain('aria-pressed="true" data-keep="intray_density">Compact');
  });

  it.each([
    [{ density: "tiny" }, 422, null],
    [{ density: "compact", return_to: "https://evil.example/" }, 303, "/dashboard/inbox"],
  ])("rejects other values and addresses: %j", async (fields, status, location) => {
    const answer = await visitor.post("/inbox/density", fields);

    expect([answer.status, answer.location]).toEqual([status, location]);
  });
});
