// Interoperability with two other libraries for Standard Webhooks.
import { Buffer } from "node:buffer";
import fc from "fast-check";
import { Webhook as StandardWebhook } from "standardwebhooks";
import { Webhook as SvixWebhook } from "svix";
import { signStandard, verifyStandard } from "./index.ts";

const SECRET = `whsec_${Buffer.from(Uint8Array.from({ length: 32 }, (_, n) => n)).toString("base64")}`;
const nowSeconds = () => Math.floor(Date.now() / 1_000);

describe.each([
  ["standardwebhooks", new StandardWebhook(SECRET)],
  ["svix", new SvixWebhook(SECRET)],
])("%s", (_name, library) => {
  it("accepts our signatures, and rejects a changed body or id", () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const message = { id: "42-7", timestamp: nowSeconds(), body };
        const headers = {
          "webhook-id": message.id,
          "webhook-timestamp": String(message.timestamp),
          "webhook-signature": signStandard(message, SECRET),
        };

        expect(library.verify(body, headers)).toEqual(JSON.parse(body));
        expect(() => library.verify(`${body} `, headers)).toThrow("No matching signature");
        expect(() => library.verify(body, { ...headers, "webhook-id": "43" })).toThrow(
          "No matching signature",
        );
      }),
    );
  });

  it("makes signatures that verifyStandard accepts", async () => {
    const timestamp = nowSeconds();
    const headers = {
      "webhook-id": "msg_1",
      "webhook-timestamp": String(timestamp),
      "webhook-signature": library.sign("msg_1", new Date(timestamp * 1_000), '{"a":1}'),
    };

    const body = await verifyStandard('{"a":1}', headers, { secrets: SECRET }, ({ json }) =>
      json(),
    );

    expect(body).toEqual({ a: 1 });
  });
});
