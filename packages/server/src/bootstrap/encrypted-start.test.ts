// Which encryption keys a server starts with, and which it rejects.
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { startTestServer } from "../../test/test-server.ts";
import { openFolder } from "../../../../test/harness/folder.ts";
import { useEach } from "../../../../test/harness/use.ts";
import { apiOf } from "../../../../test/harness/api.ts";

const KEY = "the-account-key-of-the-first-account";
const A = "aa".repeat(32);
const B = "bb".repeat(32);

const folder = useEach(openFolder);

const start = (settings: Record<string, string> = {}) =>
  startTestServer({
    INTRAY_DATA_DIR: folder.path,
    INTRAY_BOOTSTRAP_ACCOUNT_KEY: KEY,
    INTRAY_WEBHOOK_ALLOW: "127.0.0.1:9",
    ...settings,
  });

async function ask<T>(settings: Record<string, string>, ...call: [string, string, object?]) {
  const server = await start(settings);
  try {
    return await apiOf(server.url, KEY)<T>(...call);
  } finally {
    await server.close({ atOnce: true });
  }
}
const HOOK = {
  form_id: 1,
  url: "https://receiver.example.org/",
  headers: [{ name: "Authorization", value: "Basic c2VjcmV0IGhlYWRlcg==" }],
};
const make = (settings: Record<string, string> = {}) =>
  ask<{ id: number }>(settings, "POST", "/form_webhooks", HOOK);
const secret = async (settings: Record<string, string> = {}) =>
  (await ask<{ signing_secret: string }>(settings, "GET", "/form_webhooks/1/signing_secret"))
    .signing_secret;

/** The content of every file in the folder except the key. */
const onDisk = () =>
  readdirSync(folder.path, { recursive: true, encoding: "utf8" })
    .filter((name) => name !== "encryption.key" && statSync(folder.at(name)).isFile())
    .map((name) => readFileSync(folder.at(name), "latin1"))
    .join();

describe("a server without a configured key", () => {
  it("creates a key file that only its user can read, and keeps it", async () => {
    await make();
    const first = readFileSync(folder.at("encryption.key"), "utf8");
    const before = await secret();

    expect(first).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(folder.at("encryption.key")).mode & 0o777).toBe(0o600);
    expect(readFileSync(folder.at("encryption.key"), "utf8")).toBe(first);
    expect(await secret()).toBe(before);
  });

  it("writes no secret and no header value in plain text", async () => {
    await make();

    const written = onDisk();

    expect(written).not.toContain(await secret());
    expect(written).not.toContain("c2VjcmV0IGhlYWRlcg");
  });

  it("does not start or create another key if the file is missing", async () => {
    await make();
    rmSync(folder.at("encryption.key"));

    await expect(start()).rejects.toThrow(/encryption\.key is missing\. Restore it from a backup/);

    expect(readdirSync(folder.path)).not.toContain("encryption.key");
  });

  it("does not start with a file without a valid key", async () => {
    writeFileSync(folder.at("encryption.key"), "beef\n");

    await expect(start()).rejects.toThrow(/encryption\.key must contain keys of 32 bytes/);
  });
});

describe("a server with a configured key", () => {
  it("creates no file, and decrypts its secrets only with that key", async () => {
    await make({ INTRAY_ENCRYPTION_KEY: A });

    expect(readdirSync(folder.path)).not.toContain("encryption.key");
    await expect(start({ INTRAY_ENCRYPTION_KEY: B })).rejects.toThrow(
      /encrypted with another key than the given one.*Add the right key/,
    );
    expect(await secret({ INTRAY_ENCRYPTION_KEY: A })).toMatch(/^whsec_/);
  });

  it("encrypts with the new key what had an older one, which may then be removed", async () => {
    await make({ INTRAY_ENCRYPTION_KEY: A });
    const before = await secret({ INTRAY_ENCRYPTION_KEY: A });

    const rotated = await secret({ INTRAY_ENCRYPTION_KEY: `${B},${A}` });
    const alone = await secret({ INTRAY_ENCRYPTION_KEY: B });

    expect([rotated, alone]).toEqual([before, before]);
    await expect(start({ INTRAY_ENCRYPTION_KEY: A })).rejects.toThrow(/another key/);
  });
});
