// The page about e-mail says whether e-mails are sent, also while they are not, and who gets none.
import { useShared } from "../../../../../test/harness/use.ts";
import { startDashboard, useDashboard } from "../../../test/dashboard.ts";
import { startRelay } from "../../../test/mail/relay.ts";

const HOSTILE = "Contact<script>alert(1)</script>";
const relay = useShared(startRelay);
const withRelay = (url: string) => ({
  INTRAY_SMTP_URL: url,
  INTRAY_MAIL_FROM: "forms@intray.test",
  INTRAY_MAIL_RATE: "off",
  INTRAY_RETRY_SCHEDULE: "1s,1s,1s,1s,1s,1s,1s,1s",
});

describe("without a relay", () => {
  const server = useDashboard();

  it("the page says what to set, and what waits", async () => {
    const form = { name: HOSTILE, notification_emails: "ada@example.org, eve@example.org" };
    const { uuid } = await server.create<{ readonly id: number; uuid: string }>("/forms", form);
    await server.post(uuid, new URLSearchParams({ message: "hello" }));

    const { words, text } = await server.ada.get("/email");

    expect(words).toContain(
      "Not set up This server is not set up to send e-mail. Set INTRAY_SMTP_URL.",
    );
    expect(words).toContain("Last delivered never Last failure never");
    expect(words).toMatch(/Waiting 1 submission of .* did not reach ada@example.org: this server/);
    expect(words).toContain(`eve@example.org ${HOSTILE} Waiting for confirmation Ask again`);
    expect(words).not.toContain("Send a test to me");
    expect(text).not.toContain("<script>alert");
    expect((await (await server.otherAccount()).get("/email")).words).not.toContain("Waiting");
    const { id: project } = await server.create("/projects", { name: "Other" });
    await server.ada.submit("/projects/show", {
      project: String(project),
      return_to: "/dashboard",
    });
    expect((await server.ada.get("/email")).words).not.toContain("eve@example.org");
  });
});

describe("with a relay", () => {
  const settings = withRelay("");

  it("the page sends a test, releases addresses, and asks recipients again", async () => {
    const server = await startDashboard({ ...settings, INTRAY_SMTP_URL: relay.url });
    await server.sql(
      `insert into mail_address (account_id, address, suppressed_at, suppressed_reason, created_at)
        values (1, 'gone@example.org', 1000, '550 <b>No</b> such user', 1)`,
    );
    const { id } = await server.create("/forms", {
      name: "Mailed",
      notification_emails: "eve@b.example, gone@example.org",
    });
    await server.sql(
      "update mail_address set confirmation_sent_at = 1 where address = 'eve@b.example'",
    );
    const of_all = "yes";

    const before = await server.ada.get("/email");
    const test = await server.ada.post("/email/test");
    const asked = await server.ada.submit(`/forms/${id}/recipients/confirm`, {
      of_all,
      address: "eve@b.example",
    });
    const released = await server.ada.submit(`/forms/1/recipients/release`, {
      of_all,
      address: "gone@example.org",
    });
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

  it("the page says that it hangs while it does, and why", async () => {
    const server = await startDashboard({ ...settings, INTRAY_SMTP_URL: "smtp://127.0.0.1:9" });
    const form = { name: "Mailed", notification_emails: "ada@example.org" };
    const { uuid } = await server.create<{ readonly id: number; uuid: string }>("/forms", form);
    for (let n = 0; n < 8; n += 1)
      await server.post(uuid, new URLSearchParams({ message: `${n}` }));
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
