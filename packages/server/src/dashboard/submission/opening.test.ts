import type { Form, Submission } from "@intray/sdk/schemas";
import { useEach } from "../../../../../test/harness/use.ts";
import { useDashboard, says } from "../../../test/dashboard.ts";

const server = useDashboard({ INTRAY_RATE_LIMIT: "off" });
const form = useEach(() => server.create<Form>("/forms", { name: "Contact" }));

const post = () => server.post(form.uuid, { a: "x" });
const stored = (id: number) => server.read<Submission>(`/submissions/${id}`);
const formNow = () => server.read<Form>(`/forms/${form.id}`);
const turn = (fields: Record<string, string>) =>
  server.ada.submit(`/forms/${form.id}/advanced`, {
    boxes: "opening_marks_read",
    original: JSON.stringify({ opening_marks_read: fields !== ON }),
    ...fields,
  });
const ON = { opening_marks_read: "yes" };

describe("opening a submission", () => {
  it("marks as done too, if the form says so", async () => {
    const id = await post();
    const saved = await turn(ON);

    const page = await server.ada.get(`/submissions/${id}`);
    const inbox = await server.ada.get(`/inbox?form_id=${form.uuid}`);
    const answer = await server.ada.post(`/submissions/${id}/seen`);

    expect(saved.words).toContain("The settings were saved.");
    expect(saved.text).toMatch(/id="opening_marks_read"[^>]* checked/);
    for (const { words } of [page, inbox]) expect(words).toContain("Opening marks as done.");
    expect(answer.text).toBe('{"done":true}');
    expect(await stored(id)).toMatchObject({ read: true, seen_at: expect.any(String) });
    expect(await formNow()).toMatchObject({ opening_marks_read: true, queue_consumer: null });
  });

  it("does not mark as done again right after Not done", async () => {
    await turn(ON);
    const id = await post();
    await server.ada.post(`/submissions/${id}/seen`);

    const page = await server.ada.submit(`/submissions/${id}/mark`, { read: "no" });

    expect(page.text).not.toContain("data-seen=");
  });

  it("never takes a submission from a program, also if the switch was on", async () => {
    await turn(ON);
    const [leased, free] = [await post(), await post()];
    const json = { form_id: form.uuid, limit: 1, lease_seconds: 60, consumer: "night <shift>" };
    await server.request("POST", "/submissions/claim", { json });

    const answers = [
      await server.ada.post(`/submissions/${leased}/seen`),
      await server.ada.post(`/submissions/${free}/seen`),
    ];
    const page = await server.ada.get(`/submissions/${free}`);
    const inbox = await server.ada.get(`/inbox?form_id=${form.id}`);
    const settings = await server.ada.get(`/forms/${form.id}/advanced`);
    const stale = await server.ada.post(`/forms/${form.id}/advanced`, {
      ...ON,
      boxes: "opening_marks_read",
      original: '{"opening_marks_read":false}',
    });

    expect(answers.map(({ text }) => text)).toEqual(['{"done":false}', '{"done":false}']);
    expect(await stored(free)).toMatchObject({ read: false });
    for (const { words } of [page, inbox]) {
      expect(words).toContain("Opening does not mark as done, because a program reads this queue.");
    }
    expect(settings.words).toMatch(
      /Off, because a program .*: night <shift> claimed submissions on/,
    );
    expect(settings.text).toMatch(/id="opening_marks_read"[^>]* disabled/);
    // A page from before the claim still has the switch.
    expect(stale).toMatchObject(says(422, "night <shift> reads the queue of this form"));
    expect(await formNow()).toMatchObject({ opening_marks_read: false });
  });

  it("can be turned off again, and says that all forms differ", async () => {
    await turn(ON);
    const all = await server.ada.get("/inbox");
    const off = await turn({});

    expect(all.words).toContain("Whether opening marks as done is a setting of each form.");
    expect(off.words).toContain("The settings were saved.");
    expect(await formNow()).toMatchObject({ opening_marks_read: false });
  });
});
