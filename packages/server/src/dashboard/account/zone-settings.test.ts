import { type Visitor, useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();
let visitor: Visitor;
beforeEach(async () => {
  visitor = await server.signedIn();
});

const times = ({ text }: { readonly text: string }) =>
  [...text.matchAll(/<time [^>]*>([^<]*)/g)].map(([, time]) => time ?? "");

describe("the time zone of the dashboard", () => {
  it("is UTC, named at each time, until one is known", async () => {
    const page = await visitor.get("/account");

    expect(page.words).toContain(
      "Days and times are shown in UTC, since this browser reports none",
    );
    expect(times(page).every((time) => time.endsWith(" UTC"))).toBe(true);
  });

  it("is the browser's, and the chosen one before it", async () => {
    visitor.cookies.set("intray_browser_zone", "Asia%2FTokyo");
    const reported = await visitor.get("/account");

    const chosen = await visitor.submit("/account/zone", { zone: "America/New_York" });
    const cleared = await visitor.submit("/account/zone", { zone: "" });

    expect(reported.words).toContain("Times in Asia/Tokyo");
    expect(times(reported).some((time) => time.endsWith("UTC"))).toBe(false);
    expect(chosen.words).toContain("Days and times are shown in America/New_York, chosen on");
    expect(chosen.text).toContain('<option value="America/New_York" selected');
    expect(cleared.words).toContain("Days and times are shown in Asia/Tokyo, as this browser");
  });

  it.each(["Mars/Olympus", "+02:00", "x".repeat(100)])("rejects %s", async (zone) => {
    const { status, words } = await visitor.post("/account/zone", { zone });

    expect([status, words.includes("is not a time zone")]).toEqual([422, true]);
  });

  it.each(["+02:00", "%00", "\u{1f550}", "UTC; x=y", "a".repeat(2_000)])(
    "ignores a cookie with %s",
    async (zone) => {
      visitor.cookies.set("intray_browser_zone", encodeURIComponent(zone));
      visitor.cookies.set("intray_zone", encodeURIComponent(zone));

      expect((await visitor.get("/account")).words).toContain("shown in UTC, since this browser");
    },
  );
});
