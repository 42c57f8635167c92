import { writeFileSync } from "node:fs";
import { openFolder } from "../../../../test/harness/folder.ts";
import { ConfigError, readConfig } from "./config.ts";

const folder = openFolder();
afterAll(folder.close);

function fileWith(content: string | Uint8Array): string {
  const path = folder.at("secret");
  writeFileSync(path, content);
  return path;
}

const S3 = { INTRAY_S3_BUCKET: "files" };
const KEYS = `${"aa".repeat(32)},${"bb".repeat(32)}`;

it("may be a list with a line for each entry, and the path of the keys is known", () => {
  const path = fileWith(KEYS.replace(",", ",\r\n"));

  const { config } = readConfig({ INTRAY_ENCRYPTION_KEY_FILE: path });

  expect(config).toMatchObject({ encryptionKeyFile: path, encryptionKeys: { length: 2 } });
});

const isA = `The file ${folder.at("secret")} of INTRAY_METRICS_TOKEN_FILE`;

it.each<[string, string | Uint8Array, string]>([
  ["an empty one", "", "is empty. Write the secret into it, or set another file."],
  ["one with only line ends", "\r\n \n", "is empty."],
  ["one that is too large", "s3cret".repeat(20_000), "is no file of at most 65536 bytes."],
  ["one with two lines", `${"s3cret".repeat(9)}\ns3cret\n`, "must contain one line of text."],
  ["one with a NUL", `${"s3cret".repeat(9)}\0`, "must contain one line of text."],
  ["one that is no text", Buffer.from([0x30, 0xff, 0xfe]), "must contain one line of text."],
  ["one with a wrong value", "s3cret", "must contain 16 or more letters, digits and symbols"],
])("is refused without repeating it: %s", (_, content, problem) => {
  const path = fileWith(content);
  const read = () => readConfig({ INTRAY_METRICS_TOKEN_FILE: path });

  expect(read).toThrow(ConfigError);
  expect(read).toThrow(`${isA} ${problem}`);
  expect(read).not.toThrow(/s3cret/);
});

it.each([
  [folder.at("missing"), /^The file \S+ of \S+_FILE cannot be read \(ENOENT: .*\)\. Give .+$/],
  [folder.path, /^The file \S+ of \S+_FILE cannot be read \(EISDIR: .*\)\. Give .+$/],
  ["/dev/zero", /^The file \/dev\/zero of \S+_FILE is no file of at most 65536 bytes\. .+$/],
])("is refused if %s is no such file", (path, problem) => {
  // Nothing else is reported: neither that secret nor the id of the key is missing.
  expect(() => readConfig({ ...S3, INTRAY_S3_SECRET_ACCESS_KEY_FILE: path })).toThrow(problem);
});
