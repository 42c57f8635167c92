import { useDashboard } from "../../../test/dashboard.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";

const DAY_MS = 86_400_000;
const NOW = Date.UTC(2026, 9, 20, 12);

describe("when the clock is set 40 days ahead", () => {
  const clock = createFakeClock(NOW);
  const server = useDashboard({}, clock);

  it("the overview says that nothing is deleted, and until when", async () => {
    const before = (await server.ada.get("")).words;

    clock.stepWall(-DAY_MS);
    const { words } = await server.ada.get("");
    clock.advance(3_600_000);
    const after = (await server.ada.get("")).words;

    expect(before).not.toContain("The clock was set");
    expect(words).toContain(
      "Clock The clock was set back by 24 hours. Check the server's clock. Nothing is deleted by age until: 19 Oct 2026, 13:00",
    );
    expect(after).not.toContain("The clock was set");
  });

  it("a browser keeps its session for the time when the clock is right again", async () => {
    clock.stepWall(40 * DAY_MS);
    const ahead = await server.ada.get("/account");
    clock.stepWall(-40 * DAY_MS);
    const corrected = await server.ada.get("/account");

    expect([ahead.status, ahead.headers.getSetCookie(), corrected.status]).toEqual([303, [], 200]);
  });
});
