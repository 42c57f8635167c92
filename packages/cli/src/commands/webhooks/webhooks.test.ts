import { createHmac } from "node:crypto";
import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { runCli } from "../../../test/run-cli.ts";
import { useWorkbench, failed } from "../../../test/workbench.ts";

const SECRET = "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw";
const BODY = Buffer.from([0x7b, 0xff, 0x00, 0x0d, 0x0a, 0xc3, 0x28, 0x7d, 0x0a]);
const SIGNATURE = `sha256=${createHmac("sha256", SECRET).update(BODY).digest("hex")}`;

const bench = await useWorkbench();
const at = (name: string) => join(bench.folder, name);
beforeEach(async () => {
  await writeFile(at("body"), BODY);
  await writeFile(at("secret"), `${SECRET}\n`);
});

describe("webhooks verify", () => {
  const verify = (args: readonly string[], options: { stdin?: Uint8Array; env?: object } = {}) =>
    runCli(["webhooks", "verify", ...args], {
      env: { ...bench.bareEnv, ...options.env },
      ...(options.stdin && { stdin: options.stdin }),
    });
  const flags = () => ["--secret-file", at("secret"), "--signature", SIGNATURE];

  it("verifies the exact bytes of a file and of standard input", async () => {
    const ended = [
      await verify([...flags(), at("body")]),
      await verify([...flags(), "-"], { stdin: BODY }),
      await verify(["--signature", SIGNATURE, at("body")], {
        env: { INTRAY_WEBHOOK_SECRET: SECRET },
      }),
    ];

    expect(ended).toEqual(ended.map(() => ({ code: 0, stdout: "valid\n", stderr: "" })));
  });

  it("reads headers from a file and accepts any of several secrets", async () => {
    await writeFile(at("headers"), `Host: a.test\nX-Service-Signature: ${SIGNATURE}\n`);
    await writeFile(at("old"), "whsec_old");

    const secrets = ["--secret-file", at("old"), "--secret-file", at("secret")];
    const ended = await verify([...secrets, "--headers-file", at("headers"), at("body"), "--json"]);

    expect(ended.code).toBe(0);
    expect(JSON.parse(ended.stdout)).toMatchObject({ valid: true, secret: 2 });
  });

  it("exits with 1 and names the likely cause", async () => {
    const signed = `sha256=${createHmac("sha256", SECRET).update('{"a":1}').digest("hex")}`;
    await writeFile(at("echoed"), '{"a":1}\n');
    await writeFile(at("sent"), '{"a":1}');
    await writeFile(at("wrong"), "whsec_wrong");

    const text = await verify(["--secret-file", at("secret"), "--signature", signed, at("echoed")]);
    const args = ["--secret-file", at("wrong"), "--signature", signed, at("sent"), "--json"];
    const json = await verify(args);

    expect(text).toMatchObject(failed(1, "line break at the end"));
    expect(json).toMatchObject({ code: 1, stdout: "" });
    expect(JSON.parse(json.stderr)).toMatchObject({
      error: { code: "signature_mismatch", hint: expect.stringContaining("Compare the secret") },
    });
    expect(text.stderr + json.stderr).not.toContain(SECRET);
  });

  it.each([
    ["a body that is not there", ["--signature", SIGNATURE, "nowhere"], 66, "secret"],
    ["a malformed signature", ["--signature", "sha256=zz", "body"], 1, "secret"],
    ["neither signature nor headers", ["body"], 2, "secret"],
    ["a missing headers file", ["--headers-file", "nowhere", "body"], 66, "secret"],
    ["a missing body", ["--signature", SIGNATURE], 2, "secret"],
    ["a missing secret file", ["--signature", SIGNATURE, "body"], 66, "nowhere"],
    ["no secret", ["--signature", SIGNATURE, "body"], 66],
  ])("has the right exit code for %s", async (_, args, code, secret?: string) => {
    const words = args.map((word) => (word === "body" ? at(word) : word));
    const withSecret = secret === undefined ? [] : ["--secret-file", at(secret)];

    expect(await verify([...withSecret, ...words])).toMatchObject({ code, stdout: "" });
  });
});
