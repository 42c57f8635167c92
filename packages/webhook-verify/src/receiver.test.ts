import { expect, it } from "vitest";
import { signed } from "../test/receiver-contract.ts";
import { receive } from "./receiver.ts";

it.each([{}, { ...signed("x"), "x-service-signature": "sha256=x" }])(
  "reads no body for the headers %j, which are not signed",
  async (headers) => {
    let reads = 0;
    const readBody = async () => {
      reads += 1;
      return new Uint8Array();
    };
    const arrival = { context: undefined, method: "POST", headers, readBody };

    const { status } = await receive(arrival, { secrets: "secret" }, () => undefined);

    expect([400, 401]).toContain(status);
    expect(reads).toBe(0);
  },
);

it("fails with what cannot be read or found out, which is no refusal", async () => {
  const readBody = () => Promise.reject(new Error("connection reset"));
  const arrival = { context: undefined, method: "POST", headers: signed("x"), readBody };
  const whole = { ...arrival, readBody: async () => new TextEncoder().encode("x") };
  const secrets = () => Promise.reject(new Error("no secret manager"));

  const broken = receive(arrival, { secrets: "secret" }, () => undefined);
  const secretless = receive(whole, { secrets }, () => undefined);

  await expect(broken).rejects.toThrow("connection reset");
  await expect(secretless).rejects.toThrow("no secret manager");
});
