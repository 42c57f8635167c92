// What a row of the inbox says of its submission.
import { useDashboard } from "../../../test/dashboard.ts";

const MINUTE_MS = 60_000;

const server = useDashboard();
let id: number;
beforeAll(async () => {
  await server.patch("/forms/1", { name: "Workshop" });
  id = await server.post("1", {
    first_name: "Ada",
    last_name: "Lovelace",
    email: "ada@example.org",
    subject: "The analytical engine",
    message: "When is it ready?",
    plan: new File(["…"], "plan.txt"),
    photo: new File(["…"], "photo.txt"),
  });
  await server.mark(id, { tags: ["vip", "london", "a", "b", "c", "d", "e"] });
});

/** The words of the row, once the submission has an age. */
async function row(ageMs: number): Promise<string> {
  await server.sql("update submission set created_at = ?", Date.now() - ageMs);
  // A change, so that the page does not come from the page cache.
  await server.mark(id, { read: true });
  await server.mark(id, { read: false });
  const { text } = await server.ada.get("/inbox");
  const [, html = ""] = new RegExp(`<li id="submission-${id}"([^]*?)</li>`).exec(text) ?? [];
  const words = html.replace(/^[^>]*>/, "").replaceAll(/<[^>]*>/g, " ");
  return words.replaceAll(/\s+/g, " ").trim();
}

it("names the sender with the address, subject and first words, tags, files, form and age", async () => {
  expect(await row(5 * MINUTE_MS)).toMatch(
    /^New, from Ada Lovelace ada@example[.]org The analytical engine When is it ready[?] vip london .*[+]\d tags 2 files Workshop 5 min$/,
  );
});

it.each([
  [20_000, / now$/],
  [59 * MINUTE_MS, / 59 min$/],
  [5 * 60 * MINUTE_MS, / 5 h$/],
  [3 * 24 * 60 * MINUTE_MS, / 3 d$/],
  [40 * 24 * 60 * MINUTE_MS, / \d{1,2} \w{3} \d{4}( UTC)?$/],
])("has an age of %i ms as %s", async (ageMs, shown) => {
  expect(await row(ageMs)).toMatch(shown);
});

it.each([
  ["delivered", 2, 0, " delivered "],
  ["partly", 1, 1, " partly delivered "],
  ["failed", 0, 2, " failed "],
])("says that its deliveries are %s, as its page does, and is found by it", async (...of) => {
  const [state, succeeded, failed, badge] = of;
  const set = "update submission set deliveries_succeeded = ?, deliveries_failed = ? where id = ?";
  await server.sql(set, succeeded, failed, id);

  expect(await row(0)).toContain(badge);
  expect((await server.ada.get(`/submissions/${id}`)).words).toContain(badge);
  for (const query of [`delivery=${state}`, `query=delivery:${state}`]) {
    expect((await server.ada.get(`/inbox?${query}`)).text).toContain(`id="submission-${id}"`);
  }
  expect((await server.ada.get("/inbox?delivery=none")).text).not.toContain(`id="submission-`);
});
