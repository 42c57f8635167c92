import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DashboardServer, EMAIL, PASSWORD, startDashboard } from "../../test/dashboard.ts";
import { createFakeClock } from "../../test/fake-clock.ts";

describe("signing in", () => {
  let server: DashboardServer;
  beforeAll(async () => {
    server = await startDashboard({}, createFakeClock(Date.now()));
  });
  afterAll(() => server.close());

  it("sends whoever is not signed in to the page for it, and back after it", async () => {
    const visitor = server.visitor();

    const answer = await visitor.get("/forms?cursor=");
    const back = answer.headers.get("location") ?? "";
    const signedIn = await visitor.post("/sign-in", {
      email: EMAIL.toUpperCase(),
      password: PASSWORD,
      next: new URL(back, server.url).searchParams.get("next") ?? "",
    });

    expect([answer.status, back]).toEqual([
      303,
      "/dashboard/sign-in?next=%2Fdashboard%2Fforms%3Fcursor%3D",
    ]);
    expect([signedIn.status, signedIn.headers.get("location")]).toEqual([
      303,
      "/dashboard/forms?cursor=",
    ]);
  });
});
