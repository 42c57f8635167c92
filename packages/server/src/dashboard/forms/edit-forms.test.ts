import type { Form } from "@intray/sdk/schemas";
import { useDashboard, says } from "../../../test/dashboard.ts";

const server = useDashboard();
const zoneOf = async (id: number) => (await server.read<Form>(`/forms/${id}`)).timezone;

it("changes a setting of the selected forms after a preview, and none that somebody else has changed", async () => {
  const make = (name: string, over = {}) => server.create<Form>("/forms", { name, ...over });
  const [one, two] = [await make("One <1>"), await make("Two")];
  const same = await make("Same", { timezone: "Europe/Berlin" });
  const ids = [one, two, same].map(({ id }) => String(id));
  const edit = (fields: object) =>
    server.ada.post("/forms/edit", { form_id: ids, setting: "timezone", ...fields });
  const save = async () => {
    const { text, words, status } = await edit({ act: "preview", timezone: "Europe/Berlin" });
    expect([status, words]).toEqual([
      200,
      expect.stringMatching(
        /2 forms will be changed. 1 form has this value already.*One <1> UTC Europe\/Berlin.*Two UTC Europe\/Berlin.*Save 2 forms/,
      ),
    ]);
    return [...text.matchAll(/name="version" value="([^"]+)"/g)].map(([, version = ""]) => version);
  };

  const nothing = await server.ada.submit("/forms/edit");
  const choice = (await edit({ setting: "" })).words;
  const wrong = await edit({ act: "preview", timezone: "Nowhere" });
  const version = await save();
  await server.patch(`/forms/${two.id}`, { use_ajax: true });
  const posted = { form_id: ids.slice(0, 2), act: "save", value: '"Europe/Berlin"' };
  const late = await edit({ ...posted, version });
  const zones = [await zoneOf(one.id), await zoneOf(two.id)];
  const shown = { setting: "timezone", ...posted, version: await save() };
  const done = await server.ada.submit("/forms/edit", shown);

  expect(nothing.words).toContain("select forms first");
  expect(choice).toMatch(/Archived Project .* E-mail: To .* Time zone .* Spam check: Honeypot/);
  expect(wrong).toMatchObject(says(422, "Europe/Berlin"));
  expect(late).toMatchObject(says(422, "somebody else has changed one of the forms"));
  expect(zones).toEqual(["UTC", "UTC"]);
  expect(done.words).toContain("Time zone was changed in 2 forms.");
  expect([await zoneOf(one.id), await zoneOf(two.id)]).toEqual(["Europe/Berlin", "Europe/Berlin"]);
  const audit = (await server.ada.get("/audit")).words;
  expect(audit.match(/Form changed .{0,40}UTC → Europe\/Berlin/g)).toHaveLength(2);
  expect((await edit({ ...posted, value: "{" })).status).toBe(400);
});

it("names forms that refuse a value, and takes all forms of a list", async () => {
  const consumer = JSON.stringify({ act: "list", name: "worker", at: 1 });
  await server.update("form", { queue_consumer: consumer }, { name: "Two" });
  const preview = (setting: string, typed = {}) =>
    server.ada.post("/forms/edit", { all: "yes", query: "o", act: "preview", setting, ...typed });

  const { words } = await preview("opening_marks_read", { opening_marks_read: "yes" });
  const check = await preview("spam_checks.links");

  expect(words).toMatch(
    /2 forms will be changed. 1 form cannot be changed.*worker reads the queue/,
  );
  expect(check.words).toMatch(/3 forms will be changed.*Two on off/);
});
