import type { Form, RecipientList } from "@intray/sdk/schemas";
import { useApiServer } from "../../../test/api-server.ts";

const server = useApiServer();

const make = (json: object) => server.create<Form>("/forms", { name: "Mailed", ...json });
const listOf = async (form: Form) =>
  await server.read<RecipientList>(`/forms/${form.uuid}/recipients`);
const release = (form: Form, address: string) =>
  server.request("POST", `/forms/${form.id}/recipients/release`, { json: { address } });

describe("a suppressed address", () => {
  it("is shown with every form of its account, and released by one operation", async () => {
    const form = await make({});
    const gone = { address: "gone@example.org", suppressed_reason: "550 No such user" };
    await server.insert("mail_address", { ...gone, suppressed_at: 1_000 });
    const found = (await listOf(form)).suppressed;

    const released = await release(form, " Gone@Example.org ");

    expect(found).toEqual([{ ...gone, suppressed_at: "1970-01-01T00:00:01.000Z" }]);
    expect(released.json()).toEqual({ recipients: [], suppressed: [] });
  });

  it.each([
    ["fine@example.org", 409],
    ["not an address", 422],
    ["a@example.org\r\nBcc: b@example.org", 422],
    ["", 422],
  ])("is not %j: %i", async (address, status) => {
    expect((await release(await make({}), address)).status).toBe(status);
  });
});

it("a server without e-mail says in one sentence what to set, and keeps the settings", async () => {
  const form = await make({ notification_emails: "ada@example.org" });

  expect(form.mail_notice).toBe(
    "E-mail is not set up on this server: set INTRAY_SMTP_URL and INTRAY_MAIL_FROM.",
  );
  expect(form.notification_emails).toBe("ada@example.org");
});
