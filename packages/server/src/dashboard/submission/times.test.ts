import { describe, expect, it } from "vitest";
import { useDashboard } from "../../../test/dashboard.ts";

const server = useDashboard();

describe("a submission", () => {
  it("shows the time of its creation in the zone of the form, too", async () => {
    const { id: form } = await server.create("/forms", {
      name: "NY",
      timezone: "America/New_York",
    });
    await server.fill(form, 1, Date.parse("2025-07-21T01:30Z"));
    const list = await server.request("GET", `/submissions?form_id=${form}`);
    const { submissions } = (await list.json()) as {
      readonly submissions: readonly { readonly id: number }[];
    };
    const visitor = server.visitor();
    await visitor.signIn();
    const path = `/submissions/${submissions[0]?.id}`;

    const unknown = await visitor.get(path);
    visitor.cookies.set("intray_browser_zone", "Asia%2FTokyo");
    const known = await visitor.get(path);

    expect(unknown.words).toContain("Created 20 Jul 2025, 21:30 America/New_York Seen");
    expect(known.words).toContain(
      "Created 21 Jul 2025, 10:30 20 Jul 2025, 21:30 America/New_York Seen",
    );
  });
});
