import type { Form } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { type Page, useDashboard, says } from "../../../test/dashboard.ts";
import { shownForm } from "../../../test/shown-form.ts";

describe("settings that somebody else has changed after the page was opened", () => {
  const server = useDashboard();
  const form = useEach(() =>
    server.create<Form>("/forms", {
      name: "Contact",
      redirect_message: "Thank\nyou",
      allowed_domains: ["example.org"],
    }),
  );

  const stored = () => server.read<Form>(`/forms/${form.id}`);
  const change = (settings: Partial<Form>) => server.patch(`/forms/${form.id}`, settings);
  const open = (tab = "advanced") => server.ada.get(`/forms/${form.id}/${tab}`);
  const save = (fields: Record<string, string | readonly string[]>, tab = "advanced") =>
    server.ada.post(`/forms/${form.id}/${tab}`, fields);
  const settingsIn = ({ text }: Page) => shownForm(text, "settings");

  it("are kept if the page has no input for them", async () => {
    await change({ timezone: "Europe/Paris", retention_includes_unread: true });
    const { timezone: _, boxes = [], ...fields } = settingsIn(await open());
    delete fields["retention_includes_unread"];
    const left = boxes.filter((name) => name !== "retention_includes_unread");

    await save({ ...fields, boxes: left, name: "Support" });

    const kept = { timezone: "Europe/Paris", retention_includes_unread: true };
    expect(await stored()).toMatchObject({ name: "Support", ...kept });
  });

  it.each([
    ["mine", "Yours"],
    ["theirs", "Theirs"],
  ])("are shown with both values if they are the same; choosing %s", async (choice, kept) => {
    const fields = settingsIn(await open());
    await change({ name: "Theirs", timezone: "Europe/Berlin" });

    const asked = await save({ ...fields, name: "Yours", silence_alerts: "off" });
    const between = await stored();
    const again = { ...settingsIn(asked), choice_name: choice };
    const saved = await save(again);

    expect(asked).toMatchObject(says(409, "Name Theirs: Theirs Yours: Yours"));
    expect(asked.words).not.toContain("Timezone Theirs");
    expect(between).toMatchObject({ name: "Theirs", silence_alerts: "usual" });
    expect(saved.status).toBe(303);
    const both = { timezone: "Europe/Berlin", silence_alerts: "off" };
    expect(await stored()).toMatchObject({ name: kept, ...both });
  });

  it("ask again if they change once more", async () => {
    const fields = settingsIn(await open());
    await change({ name: "Theirs" });
    const asked = await save({ ...fields, name: "Yours" });
    await change({ name: "Third" });

    const again = await save({ ...settingsIn(asked), choice_name: "mine" });

    expect([again.status, (await stored()).name]).toEqual([409, "Third"]);
  });

  it("are not overwritten by one of two saves at the same time", async () => {
    const { id } = await server.addWebhook(form.id);
    for (const path of [`/forms/${form.id}/advanced`, `/webhooks/${id}`]) {
      const fields = settingsIn(await server.ada.get(path));

      const saves = ["One", "Two"].map((name) => server.ada.post(path, { ...fields, name }));
      const statuses = (await Promise.all(saves)).map(({ status }) => status);

      expect(statuses.toSorted((a, b) => a - b)).toEqual([303, 409]);
    }
  });

  it("are no conflict if both typed the same", async () => {
    const fields = settingsIn(await open());
    await change({ name: "Same" });

    expect((await save({ ...fields, name: "Same" })).status).toBe(303);
  });

  it("are kept when the own ones are rejected, too", async () => {
    const fields = settingsIn(await open());
    await change({ retention_days: 5 });

    const rejected = await save({ ...fields, timezone: "Mars" });
    await save({ ...settingsIn(rejected), timezone: "Europe/Rome" });

    expect(rejected.status).toBe(422);
    expect(await stored()).toMatchObject({ retention_days: 5, timezone: "Europe/Rome" });
  });

  it("for e-mail are kept after a preview without script", async () => {
    const path = `/forms/${form.id}/email`;
    const fields = settingsIn(await open("email"));
    await change({ autoreply_name: "Theirs" });

    const shown = await server.ada.post(`${path}/preview`, { ...fields, autoreply_title: "Mine" });
    await server.ada.post(path, settingsIn(shown));

    expect(await stored()).toMatchObject({ autoreply_name: "Theirs", autoreply_title: "Mine" });
  });

  it("of the fields are one setting", async () => {
    await change({ fields: [{ name: "zip", type: "text", pattern: "[0-9]{5}", required: false }] });
    const path = `/forms/${form.id}/fields`;
    const fields = settingsIn(await server.ada.get(path));
    const theirs = [{ name: "city", type: "text" as const }];
    await change({ fields: theirs });

    const saved = await server.ada.post(path, { ...fields, form_view_enabled: "yes" });
    const kept = await stored();
    const asked = await server.ada.post(path, { ...fields, pattern_0: "[0-9]{5} " });
    const between = await stored();
    await server.ada.post(path, { ...settingsIn(asked), choice_fields: "mine" });

    expect([saved.status, asked.status]).toEqual([303, 409]);
    expect([kept.fields, kept.form_view_enabled]).toEqual([theirs, true]);
    expect(asked.words).toContain("Theirs: Name: city, Type: text Yours: Name: zip, Type: text");
    expect(between.fields).toEqual(theirs);
    expect((await stored()).fields).toEqual([{ name: "zip", type: "text", pattern: "[0-9]{5} " }]);
  });
});
