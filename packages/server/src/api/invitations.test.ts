// Invitations are mailed where a relay is set up: what the mail says, who sees its link, and what stands without it.
import PostalMime from "postal-mime";
import type { DeliveryList, Member, MemberWithInvitation } from "@intray/sdk/schemas";
import { useShared } from "../../../../test/harness/use.ts";
import { PASSWORD, says, startDashboard } from "../../test/dashboard.ts";
import { startRelay } from "../../test/mail/relay.ts";

const HOSTILE = `Acme\r\nBcc: evil@example.org <b onclick="x">\u202e ${"buy now ".repeat(30)}`;
const WAIT = { interval: 20, timeout: 20_000 };

const relay = useShared(startRelay);
const server = useShared(() => startDashboard({ ...relay.settings, INTRAY_MAIL_RATE: "off" }));
const invite = (email: string, settings: object = {}) =>
  server.create<MemberWithInvitation>("/members", { email, role: "viewer", ...settings });
const again = ({ id }: Pick<Member, "id">) =>
  server.create<MemberWithInvitation>(`/members/${id}/invitation`, {});
const stateOf = async ({ id }: Pick<Member, "id">) =>
  (await server.read<Member>(`/members/${id}`)).invitation_mail;
const becomes = (member: Member, state: Member["invitation_mail"]) =>
  vi.waitUntil(async () => (await stateOf(member)) === state, WAIT);

/** The newest message to an address, once there are `count`. */
async function mailTo(address: string, count = 1) {
  const found = () => relay.messages.filter(({ to }) => to.includes(address));
  await vi.waitUntil(() => found().length >= count, WAIT);
  return PostalMime.parse(found().at(-1)?.raw ?? "");
}

it("says who invites to what, and its link signs in once", async () => {
  const { id } = await server.create("/projects", { name: "Client" });
  const member = await invite("Eva@example.org", { role: "responder", project_ids: [id] });
  const { subject, text = "", html = "", from } = await mailTo("eva@example.org");

  expect(member.invitation_mail).toBe("queued");
  expect([subject, from?.address]).toEqual(["Invitation to Account", "forms@intray.test"]);
  expect(text).toContain('First key invites you to the account "Account" on 127.0.0.1:');
  expect(text).toMatch(
    /Your role is Responder.*Projects: Client\s.*once, for 72 hours: until \w+/s,
  );
  expect([text, html]).toEqual(
    Array(2).fill(expect.stringContaining(member.invitation_url ?? "-")),
  );
  await becomes(member, "sent");
  expect((await server.ada.get(`/people/${member.id}`)).words).toContain("was sent by e-mail");
  const eva = server.visitor();
  const { pathname } = new URL(member.invitation_url ?? "");
  expect((await eva.post(pathname)).location).toBe("/dashboard");
  await eva.post("/welcome", { password: PASSWORD });
  expect((await server.visitor().post(pathname)).status).toBe(404);
  expect(await stateOf(member)).toBeNull();
});

it("shows its link neither in the log of deliveries nor in the audit log", async () => {
  const { invitation_url } = await invite("secret@example.org");
  await mailTo("secret@example.org");
  const token = invitation_url?.split("/").at(-1) ?? "-";

  const { deliveries } = await server.read<DeliveryList>("/deliveries");
  const [mail] = deliveries;
  expect(mail).toMatchObject({ trigger: "confirmation", form_id: null, request: null });
  const paths = ["/deliveries", `/deliveries/${mail?.id}/body`, "/audit_events", "/members"];
  const shown = await Promise.all(paths.map((path) => server.request("GET", path)));
  const pages = await Promise.all(
    ["/deliveries", "/audit", "/people"].map((path) => server.ada.get(path)),
  );
  expect(shown.map(({ status }) => status)).toEqual([200, 404, 200, 200]);
  expect([...shown, ...pages].map(({ text }) => text).join("")).not.toContain(token);
});

it("stands if the relay refuses the mail, and the pages say so", async () => {
  relay.behavior.recipients = { "typo@example.org": [550, "5.1.1 No such user"] };
  const page = await server.ada.post("/people", { email: "typo@example.org", role: "viewer" });
  const { members } = await server.read<{ members: Member[] }>("/members?per_page=100");
  const member = members.find(({ email }) => email === "typo@example.org");
  if (member === undefined) throw new Error("There is no such member.");

  expect(page.words).toContain("Link for typo@example.org");
  expect(page.words).toContain("The e-mail with the link waits to be sent.");
  await becomes(member, "failed");
  expect((await server.ada.get("/people?per_page=100")).words).toContain("invited, e-mail failed");
  const own = await server.ada.get(`/people/${member.id}`);
  expect(own).toMatchObject(says(200, "could not be delivered"));
  const { pathname } = new URL((await again(member)).invitation_url ?? "");
  expect((await server.visitor().post(pathname)).location).toBe("/dashboard");
});

it("is mailed with each new link, but no more than three times a day, and not once the person is removed", async () => {
  const first = await invite("often@example.org");
  const links = [first];
  for (let n = 0; n < 3; n += 1) links.push(await again(first));

  expect(links.map(({ invitation_mail }) => invitation_mail)).toEqual([
    ...Array(3).fill("queued"),
    "none",
  ]);
  relay.behavior.isGreylisting = true;
  const gone = await invite("gone@example.org");
  await becomes(gone, "queued");
  await server.request("DELETE", `/members/${gone.id}`);
  relay.behavior.isGreylisting = false;
  const left = await server.rows("webhook", ["id"], { url: "mailto:gone@example.org" });
  expect(left).toEqual([]);
});

it("is queued once for a repeated request", async () => {
  const json = { email: "repeat@example.org", role: "viewer" };
  const headers = { "Idempotency-Key": "invite-once" };
  const answers = [];
  for (let n = 0; n < 2; n += 1) {
    answers.push((await server.request("POST", "/members", { json, headers })).json());
  }

  expect(answers).toMatchObject([{ invitation_mail: "queued" }, { invitation_url: null }]);
  const url = "mailto:repeat@example.org";
  expect(await server.rows("delivery", ["id"], { url })).toHaveLength(1);
});

it("with names that add no header, no markup and no advertisement", async () => {
  await server.sql("update account set name = ? where id = 1", HOSTILE);
  await invite("hostile@example.org");
  const { headers, to, subject, html, text } = await mailTo("hostile@example.org");

  expect(headers.map(({ key }) => key)).not.toContain("bcc");
  expect(to).toMatchObject([{ address: "hostile@example.org" }]);
  expect(subject?.length).toBeLessThan(80);
  expect(html).not.toContain("<b onclick");
  expect(text).not.toMatch(/(?:buy now ){5}/);
});
