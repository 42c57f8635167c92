// Deliveries by e-mail on the pages of the dashboard.
import { idsOn, useDashboard } from "../../../test/dashboard.ts";

const HOSTILE = `"><script>alert(1)</script>`;

describe("a delivery by e-mail", () => {
  const server = useDashboard({
    INTRAY_SMTP_URL: "smtp://127.0.0.1:9",
    INTRAY_MAIL_FROM: "forms@intray.test",
  });
  let recipient: number;
  let submission: number;
  let delivery: number;
  beforeAll(async () => {
    submission = await server.post("1", { a: "1" });
    const url = "mailto:ada@example.org";
    const mail = { kind: "email", name: "Ada", url, recipient_role: "to" } as const;
    recipient = (await server.insert("webhook", mail)).id;
    const ended = { webhook_id: recipient, url, next_attempt_at: null, finished_at: 2 };
    const exhausted = { state: "exhausted", reason: "smtp_550" } as const;
    const tried = { ...exhausted, attempts_made: 1, claims: 1 };
    const failed = { submission_id: submission, webhook_name: `Ada ${HOSTILE}`, ...tried };
    delivery = (await server.insert("delivery", { ...ended, ...failed })).id;
    const error = { smtp_status: 550, error_code: "smtp_status" } as const;
    const response_excerpt = `5.1.1 No such user ${HOSTILE}`;
    await server.insert("attempt", { delivery_id: delivery, ...error, response_excerpt });
    await server.insert("delivery", { ...ended, trigger: "digest", state: "succeeded" });
  });

  it("is shown with its address and the answer of the relay, and can be sent again if it has a submission", async () => {
    const { text, words } = await server.ada.get("/deliveries");
    const ofSubmission = await server.ada.get(`/submissions/${submission}`);

    expect(words).toContain(`Ada ${HOSTILE} Failed`);
    expect(words).toContain("To: ada@example.org");
    expect(words).toContain("550");
    expect(words).toContain(`5.1.1 No such user ${HOSTILE}`);
    expect(text).not.toContain("<script>alert");
    expect(text).not.toContain(`/dashboard/webhooks/${recipient}`);
    expect(text).toContain(`/dashboard/deliveries/${delivery}/refire`);
    expect([...text.matchAll(/\/refire"/g)]).toHaveLength(1);
    expect(words).toContain("Sample form , Submission 1 , re-fired");
    expect(ofSubmission.words).toContain("To: ada@example.org");
    expect(ofSubmission.words).toContain(`5.1.1 No such user ${HOSTILE}`);
  });

  it("leads to the recipients of its form instead, once its recipient gets no e-mails", async () => {
    await server.update("webhook", { enabled: 0 }, { id: recipient });
    const { text } = await server.ada.get("/deliveries");

    expect(text).toContain('<a class="button" href="/dashboard/forms/1/email">Recipients</a>');
    expect(text).not.toContain("/refire");
  });

  it("is found by its kind", async () => {
    const shown = async (query: string) =>
      idsOn(await server.ada.get(`/deliveries?${query}`), "delivery").length;

    expect([await shown("kind=email"), await shown("kind=webhook")]).toEqual([2, 0]);
    expect(await shown(`destination_id=${recipient}`)).toBe(2);
    expect(await shown("kind=pigeon")).toBe(0);
  });
});
