import { expect, it } from "vitest";
import { signed } from "../test/receiver-contract.ts";
import { receive } from "./receiver.ts";

it.each([{}, { ...signed("x"), "x-service-signature": "sha256=x" }])(
  "does not read the body of a request without a signature: %j",
  async (headers) => {
    let reads = 0;
    const readBody = async () => {
      reads += 1;
      return new Uint8Array();
    };
    const incoming = { context: undefined, method: "POST", headers, readBody };

    const { status } = await receive(incoming, { secrets: "secret" }, () => undefined);

    expect([400, 401]).toContain(status);
    expect(reads).toBe(0);
  },
);

it("throws errors of readBody and of the secrets function", async () => {
  const readBody = () => Promise.reject(new Error("connection reset"));
  const incoming = { context: undefined, method: "POST", headers: signed("x"), readBody };
  const readable = { ...incoming, readBody: async () => new TextEncoder().encode("x") };
  const secrets = () => Promise.reject(new Error("no secret manager"));

  const broken = receive(incoming, { secrets: "secret" }, () => undefined);
  const secretless = receive(readable, { secrets }, () => undefined);

  await expect(broken).rejects.toThrow("connection reset");
  await expect(secretless).rejects.toThrow("no secret manager");
});
