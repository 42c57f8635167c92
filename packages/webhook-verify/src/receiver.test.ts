import { SECRET, signed } from "../test/receiver-contract.ts";
import { receive, type IncomingWebhook, type ReceiverOptions } from "./receiver.ts";

const nowSeconds = () => Math.floor(Date.now() / 1_000);

/** The body "x", signed now unless `headers` are given. */
const incomingWebhook = (headers = signed("x", nowSeconds())): IncomingWebhook<undefined> => ({
  context: undefined,
  method: "POST",
  headers,
  readBody: async () => new TextEncoder().encode("x"),
});

const unsigned = [{}, { ...signed("x"), "x-service-signature": "sha256=x" }];
it.each(unsigned)("does not read the body of a request with the headers %j", async (headers) => {
  let reads = 0;
  const readBody = async () => {
    reads += 1;
    return new Uint8Array();
  };
  const incoming = { context: undefined, method: "POST", headers, readBody };

  const { status } = await receive(incoming, { secrets: "secret" }, () => undefined);

  expect([400, 401]).toContain(status);
  expect(reads).toBe(0);
});

it("logs why a request was answered 401, at most once a minute; log: false logs nothing", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  onTestFinished(() => void vi.useRealTimers());
  const warn = vi.spyOn(console, "warn").mockReturnValue();
  onTestFinished(() => warn.mockRestore());
  const lines: string[] = [];
  const options = { secrets: "another secret", log: (line: string) => lines.push(line) };
  const reject = (of: ReceiverOptions<undefined>, times = 1) =>
    Promise.all(Array.from({ length: times }, () => receive(incomingWebhook(), of, () => 0)));

  await reject(options, 3);
  vi.setSystemTime(Date.now() + 60_000);
  await reject(options);
  await receive(incomingWebhook({ ...signed("x"), "x-service-signature": "no" }), options, () => 0);
  await reject({ secrets: "another secret" });
  await reject({ secrets: "another secret", log: false });
  await reject({ secrets: "another secret", onRefusal: () => undefined });

  expect(lines).toEqual([
    /^A webhook was answered 401: .* does not match its body and the secret/,
    /Since the last message, 2 others were rejected\.$/,
  ]);
  expect(lines.join("")).not.toContain("another");
  expect(warn.mock.calls).toEqual([[lines[0]]]);
});

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

it("rejects old and repeated requests unless replay is false", async () => {
  const protectedOptions: ReceiverOptions<undefined> = { secrets: SECRET };
  const other: ReceiverOptions<undefined> = { secrets: SECRET };
  const open: ReceiverOptions<undefined> = { secrets: SECRET, replay: false };
  const request = incomingWebhook();
  const old = incomingWebhook(signed("x", nowSeconds() - 301));
  const statusOf = async (
    incoming: IncomingWebhook<undefined>,
    options: ReceiverOptions<undefined>,
  ) => (await receive(incoming, options, () => undefined)).status;

  expect(await statusOf(request, protectedOptions)).toBe(204);
  expect(await statusOf(request, protectedOptions)).toBe(409);
  expect(await statusOf(old, protectedOptions)).toBe(401);
  expect([await statusOf(request, other), await statusOf(old, open)]).toEqual([204, 204]);
  expect(await statusOf(old, open)).toBe(204);
});
