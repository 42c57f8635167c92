// The page about e-mail says whether e-mails are sent, also while they are not, and who gets none.
import type { Form } from "@intray/sdk/schemas";
import { useShared } from "../../../../../test/harness/use.ts";
import { startDashboard, useDashboard } from "../../../test/dashboard.ts";
import { startRelay } from "../../../test/mail/relay.ts";

const HOSTILE = "Contact<script>alert(1)</script>";
const relay = useShared(startRelay);
const settings = {
  INTRAY_MAIL_FROM: "forms@intray.test",
  INTRAY_MAIL_RATE: "off",
  INTRAY_RETRY_SCHEDULE: "1s,1s,1s,1s,1s,1s,1s,1s",
};

describe("without a relay", () => {
  const server = useDashboard();

  it("the page says what to set, and what waits", async () => {
    const form = { name: HOSTILE, notification_emails: "ada@example.org, eve@example.org" };
    const { uuid } = await server.create<Form>("/forms", form);
    await server.post(uuid, { message: "hello" });
    for (const name of ["B", "C", "D", "E"])
      await server.create("/forms", { name, notification_emails: "bob@example.org" });

    const { words, text } = await server.ada.get("/email");

    expect(words).toContain(
      "Not set up This server is not set up to send e-mail. Set INTRAY_SMTP_URL.",
    );
    expect(words).toContain("Last delivered never Last failure never");
    expect(words).toMatch(/Waiting 1 submission of .* did not reach ada@example.org: this server/);
    expect(words).toContain(`eve@example.org ${HOSTILE} Waiting for confirmation`);
    expect(words).toContain("bob@example.org 4 forms B , C , D , E Waiting for confirmation");
    expect(words).not.toMatch(/Ask again|Send a test to me|did not reach eve@/);
    expect(text).not.toContain("<script>alert");
    expect((await (await server.otherAccount()).get("/email")).words).not.toContain("Waiting");
    const { id: project } = await server.create("/projects", { name: "Other" });
    await server.ada.post("/projects/show", { project: String(project) });
    expect((await server.ada.get("/email")).words).not.toContain("eve@example.org");
  });
});

describe("with a relay", () => {
  it("the page sends a test, releases addresses, and asks recipients again", async () => {
    const server = await startDashboard({ ...settings, INTRAY_SMTP_URL: relay.url });
    const [eve, gone] = ["eve@b.example", "gone@example.org"];
    const suppressed = { suppressed_at: 1000, suppressed_reason: "550 <b>No</b> such user" };
    await server.insert("mail_address", { address: gone, ...suppressed });
    const form = { name: "Mailed", notification_emails: `${eve}, ${gone}` };
    const { id } = await server.create("/forms", form);
    await server.update("mail_address", { confirmation_sent_at: 1 }, { address: eve });
    const act = (path: string, address: string) =>
      server.ada.submit(`/forms/${path}`, { of_all: "yes", address });

    const before = await server.ada.get("/email");
    const test = await server.ada.post("/email/test");
    const asked = await act(`${id}/recipients/confirm`, eve);
    const released = await act("1/recipients/release", gone);
    await server.close();

    expect(before.words).toContain(`State Ready Relay ${relay.url.slice("smtp://".length)}`);
    expect(before.words).toContain("gone@example.org Mailed Suppressed");
    expect(before.words).toContain(
      "gone@example.org 1 Jan 1970, 00:00 UTC 550 <b>No</b> such user Release",
    );
    expect(test.words).toContain("If it does not arrive, look into the spam folder.");
    expect(relay.messages.map(({ to }) => to)).toContainEqual(["ada@example.org"]);
    expect(asked.words).toContain("eve@b.example is asked again to confirm.");
    expect(released.words).toContain("gone@example.org gets e-mails again.");
    expect(released.words).not.toContain("Suppressed addresses");
  });

  it("the page says that the relay fails if the last e-mail did, also one that asks for consent", async () => {
    const refusing = { INTRAY_SMTP_URL: "smtp://127.0.0.1:9", INTRAY_RETRY_SCHEDULE: "60s" };
    const server = await startDashboard({ ...settings, ...refusing });
    await server.create("/forms", { name: "Mailed", notification_emails: "eve@b.example" });

    const page = async () => (await server.ada.get("/email")).words;
    await expect.poll(page, { timeout: 60_000 }).toContain("State Failing Relay 127.0.0.1:9");
    await server.close();
  });

  it("the page says that it hangs while it does, and why", async () => {
    const server = await startDashboard({ ...settings, INTRAY_SMTP_URL: "smtp://127.0.0.1:9" });
    const form = { name: "Mailed", notification_emails: "ada@example.org" };
    const { uuid } = await server.create<Form>("/forms", form);
    for (let n = 0; n < 8; n += 1) await server.post(uuid, { message: `${n}` });
    const page = async () => (await server.ada.get("/email")).words;

    await expect.poll(page, { timeout: 60_000 }).toContain("Hangs The relay hangs or refuses");
    const words = await page();
    const test = await server.ada.post("/email/test");
    await server.close();

    expect(words).toContain("The relay refused the connection. Check INTRAY_SMTP_URL");
    expect(words).toContain("ada@example.org Mailed Failing");
    expect(test.words).toContain("The relay refused the connection.");
  });
});
