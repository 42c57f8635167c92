import type { Form } from "@intray/sdk/schemas";
import { useDashboard } from "../../../test/dashboard.ts";
import { createFakeClock } from "../../../test/fake-clock.ts";

const HOUR_MS = 3_600_000;
const clock = createFakeClock(Date.UTC(2026, 9, 20, 12));
const server = useDashboard({}, clock);

it("rejected posts and what to do are on the form's page, and on the overview if no other came", async () => {
  const name = "Contact<script>";
  const fields = [{ name: "email", type: "email" }];
  const settings = { name, fields, allowed_domains: ["b.example"] };
  const form = await server.create<Form>("/forms", settings);
  const post = (referer: string, body: Record<string, string>) =>
    fetch(`${server.url}/f/${form.uuid}`, {
      method: "POST",
      body: new URLSearchParams(body),
      headers: { referer },
    });
  const page = `/forms/${form.id}`;
  const before = (await server.ada.get(page)).text;
  /** The overview, once it has changed. */
  const changed = async (part: string) => {
    clock.advance(5_000);
    await expect.poll(async () => (await server.ada.get("")).words).toContain(part);
  };

  await post("https://b.example/", { email: "x", "<b>\u202E": "typed-by-ada" });
  await post("https://a.example/old?b", {});
  await post("https://a.example/old", {});
  await changed(
    "Needs attention Rejected The last 3 posts to Contact<script> were rejected and not stored, 2 because their site is not among the allowed domains. What to do",
  );
  const { text, words } = await server.ada.get(page);
  clock.advance(HOUR_MS);
  await post("https://b.example/", { email: "ada@example.org" });
  await changed("No issues");

  expect(before).not.toContain("Rejected posts");
  expect(words).toContain(
    "Rejected posts 3 posts of the last 7 days were rejected and not stored: 2 because their site is not among the allowed domains. If the site is yours, add its domain. Tab Spam The newest came 20 Oct 2026, 12:00 UTC Pages: https://a.example/old 1 because",
  );
  expect(words).toContain("Wrong fields: email Fields of the newest: email, <b>[RLO]");
  expect(text).not.toMatch(/typed-by-ada|<b>|\u202E|href="https:\/\/a\.example/);
});
