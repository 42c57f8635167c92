import type { ReplyList } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { startDashboard } from "../../../test/dashboard.ts";
import { startRelay } from "../../../test/mail/relay.ts";

let id: number;
let count = 0;
const relay = useShared(startRelay);
const server = useShared(() => startDashboard(relay.settings));
beforeEach(async () => {
  count += 1;
  const fields = { name: "Grace", email: "grace@example.org", message: `chair ${count}` };
  id = await server.post("1", fields);
});
const replies = async () => (await server.read<ReplyList>(`/submissions/${id}/replies`)).replies;
const page = (query = "") => server.ada.get(`/submissions/${id}${query}`);

describe("the replies on a submission's page", () => {
  it("are sent, and shown as text", async () => {
    const fields = { reply: "It is <b>yours</b>.\r\nAda", subject: "Re: Chair" };

    const shown = await server.ada.submit(`/submissions/${id}/replies`, fields);

    expect(await replies()).toMatchObject([
      { text: "It is <b>yours</b>.\nAda", subject: "Re: Chair", author: "ada@example.org" },
    ]);
    expect(shown.text).not.toContain("<b>yours");
    expect(shown.words).toContain("It is <b>yours</b>.");
    expect(shown.words).toMatch(/queued|sent/);
  });

  it("are sent and the submission marked as done by one button", async () => {
    const fields = { reply: "It is yours.", after: "done" };
    const shown = await server.ada.submit(`/submissions/${id}/replies`, fields);

    expect(await replies()).toHaveLength(1);
    expect(await server.read(`/submissions/${id}`)).toMatchObject({ read: true });
    expect(shown.words).toContain("queued, and marked as done.");
    expect(shown.words).not.toContain("Send, and mark as done");
  });

  it("say whom they reach, and where answers go", async () => {
    expect((await page()).words).toContain(
      "An e-mail to grace@example.org, with the submission quoted below. Answers go to ada@example.org.",
    );
  });

  it("begin with the text of a template of the form", async () => {
    const body = 'Dear {{field "name"}} & <all>,';
    const template = await server.create("/reply_templates", { name: "Dear", body, form_id: 1 });

    const shown = await page(`?template=${template.id}`);

    expect(shown.text).toContain("Dear Grace &amp; &lt;all&gt;,</textarea>");
    expect((await page("?template=999")).status).toBe(200);
  });

  it("keep what was typed if it cannot be sent, and say why", async () => {
    const path = `/submissions/${id}/replies`;
    const empty = await server.ada.post(path, { reply: " ", subject: "Re: Chair" });
    await server.patch(`/submissions/${id}`, { submission: { trash: true } });
    const trashed = await server.ada.post(path, { reply: "typed in vain", subject: "Re" });
    const opened = await page();

    expect([empty.status, trashed.status]).toEqual([422, 409]);
    expect(empty.words).toContain("New reply is empty. Fill it in.");
    expect(trashed.words).toContain("is in the trash. Restore it, then reply.");
    expect(trashed.text).toContain("typed in vain</textarea>");
    expect(opened.words).toContain("The submission is in the trash. Restore it to reply.");
    expect(opened.text).not.toContain("Send reply");
    expect(await replies()).toEqual([]);
  });
});
