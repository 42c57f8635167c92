import { writeFileSync } from "node:fs";
import type { Form, Submission } from "@intray/sdk/schemas";
import { openFolder } from "../../../../test/harness/folder.ts";
import { writeMmdb } from "../../../../test/harness/mmdb.ts";
import { useShared } from "../../../../test/harness/use.ts";
import { startApiServer } from "../../test/api-server.ts";

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
  });
});

it("stores the location of the sender's address, and scores the lead with it", async () => {
  const settings = { name: "Contact", lead_scoring: { enabled: true } };
  const { uuid } = await server.create<Form>("/forms", settings);

  const posted = await fetch(`${server.url}/f/${uuid}.json`, {
    method: "POST",
    headers: { "x-forwarded-for": "203.0.113.5" },
    body: new URLSearchParams({ message: "Hello" }),
  });
  const { id } = (await posted.json()) as { readonly id: number };

  expect(await server.read<Submission>(`/submissions/${id}`)).toMatchObject({
    geocoded_country: "Germany",
    geocoded_region: "Bavaria",
    geocoded_city: "Munich",
    lead_agent: { score_location_info: "The sender's address is in Munich, Bavaria, Germany." },
  });
});
