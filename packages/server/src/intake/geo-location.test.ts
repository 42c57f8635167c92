import { writeFileSync } from "node:fs";
import type { Form, Submission } from "@intray/sdk/schemas";
import { openFolder } from "../../../../test/harness/folder.ts";
import { writeMmdb } from "../../../../test/harness/mmdb.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { ACCOUNT_KEY, OTHER_ACCOUNT_KEY, startApiServer } from "../../test/api-server.ts";

const named = (en: string) => ({ names: { en } });
const MUNICH = {
  country: named("Germany"),
  subdivisions: [named("Bavaria")],
  city: named("Munich"),
};

const folder = useShared(openFolder);
const server = useShared(() => {
  writeFileSync(folder.at("city.mmdb"), writeMmdb({ "203.0.113.0/24": MUNICH }));
  return startApiServer({
    INTRAY_GEOIP_FILE: folder.at("city.mmdb"),
    INTRAY_TRUST_PROXY: "127.0.0.1",
    INTRAY_RATE_LIMIT: "2",
  });
});

let posts = 0;
/** The submission of a post with these headers. */
async function posted(uuid: string, headers: Record<string, string>): Promise<Submission> {
  const body = new URLSearchParams({ message: `Hello ${(posts += 1)}` });
  const answer = await fetch(`${server.url}/f/${uuid}.json`, { method: "POST", headers, body });
  const { id } = (await answer.json()) as { readonly id: number };
  return server.read<Submission>(`/submissions/${id}`);
}

it("stores the location of the sender's address, and scores the lead with it", async () => {
  const settings = { name: "Contact", lead_scoring: { enabled: true } };
  const { uuid } = await server.create<Form>("/forms", settings);

  expect(await posted(uuid, { "x-forwarded-for": "203.0.113.5" })).toMatchObject({
    geocoded_country: "Germany",
    geocoded_region: "Bavaria",
    geocoded_city: "Munich",
    lead_agent: { score_location_info: "The sender's address is in Munich, Bavaria, Germany." },
  });
});

describe("the address of a visitor whose post a server forwards", () => {
  const VISITOR = "203.0.113.7";
  const SERVER = "198.51.100.9";
  const forwarded = (uuid: string, key: string, ip = VISITOR) =>
    posted(uuid, { "x-forwarded-for": SERVER, "intray-api-key": key, "intray-client-ip": ip });

  it("is taken from a server with a key of the form or the account, for place and rate", async () => {
    const form = await server.create<Form>("/forms", { name: "Forwarded" });
    const formKey = await server.createKey({ form_id: form.id });
    const names = { "basin-api-key": ACCOUNT_KEY, "basin-true-client-ip": VISITOR };

    const all = [
      await posted(form.uuid, names),
      await forwarded(form.uuid, formKey),
      await forwarded(form.uuid, formKey),
      await forwarded(form.uuid, formKey, "2001:DB8::0:7"),
    ];

    expect(all).toMatchObject([
      { ip: VISITOR, spam: false, geocoded_city: "Munich" },
      { ip: VISITOR, spam: false },
      { ip: VISITOR, spam: true, spam_reason: "rate" },
      { ip: "2001:db8::7", spam: false },
    ]);
  });

  it("is that of the server if the key is not trusted, or if it is no address", async () => {
    const { id } = await server.create<Form>("/forms", { name: "Other" });
    const keys = {
      unknown: "itk_acct_0000",
      stranger: OTHER_ACCOUNT_KEY,
      otherForm: await server.createKey({ form_id: id }),
      reader: await server.createKey({ scope: "read" }),
      elsewhere: await server.createKey({ allowed_ips: ["192.0.2.1"] }),
      expired: await server.createKey(),
      none: "",
    };
    await server.sql(
      "update api_key set created_at = 0, expires_at = 1 where id = (select max(id) from api_key)",
    );
    const cases = Object.values(keys).map((key) => [key, VISITOR] as const);
    const broken = ["", "localhost", "7", "1.2.3.4, 5.6.7.8", "x".repeat(5_000)];

    for (const [key, ip] of [...cases, ...broken.map((text) => [ACCOUNT_KEY, text] as const)]) {
      const { uuid } = await server.create<Form>("/forms", { name: "Forwarded" });
      expect([key, (await forwarded(uuid, key, ip)).ip]).toEqual([key, SERVER]);
    }
  });
});
