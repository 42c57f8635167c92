import { randomBytes } from "node:crypto";
import { useShared } from "../../../../../test/harness/use.ts";
import { startS3 } from "../../../../../test/harness/s3.ts";
import { startApiServer } from "../../../test/api-server.ts";

const s3 = useShared(startS3);
const server = useShared(() => startApiServer({ ...s3.settings, INTRAY_ATTACHMENTS_DIR: "" }));
afterEach(() => {
  s3.interfere = () => false;
});

const pathOf = (url: string) => new URL(url).pathname.replace("/api/v1", "");
const files = async () => (await s3.names()).filter((name) => !name.endsWith("installation"));
const upload = (content: Uint8Array<ArrayBuffer>) => ({
  upload: new File([content], "photo.png", { type: "image/png" }),
});
async function stored(content: Uint8Array<ArrayBuffer>) {
  const id = await server.post("1", upload(content));
  const [file] = (await server.submission(id)).attachments;
  if (file === undefined) throw new Error("The file was not stored.");
  return { id, file };
}
/** The bucket answers every request with 500. */
const fail = () => {
  s3.interfere = (_, outgoing) => {
    outgoing.writeHead(500).end();
    return true;
  };
};

describe("a file in a bucket", () => {
  it("is downloaded whole and in part, and deleted with its submission", async () => {
    const content = new Uint8Array(randomBytes(6_000_000));
    const { id, file } = await stored(content);

    const keyed = await server.request("GET", pathOf(file.attachment_proxy_url));
    const last = { key: null, headers: { range: "bytes=5999998-" } };
    const part = await server.request("GET", pathOf(file.public_url), last);

    expect(keyed.body.equals(content)).toBe(true);
    expect([part.status, part.body.equals(content.subarray(-2))]).toEqual([206, true]);
    expect(await files()).toHaveLength(1);

    expect((await server.request("DELETE", `/submissions/${id}`)).status).toBe(200);
    expect(await files()).toEqual([]);
    expect(await server.sql("select * from removed_file")).toEqual([]);
  });

  it("is answered with 503 while the bucket fails, and HEAD works without the bucket", async () => {
    const { id, file } = await stored(new Uint8Array(10));
    fail();

    const down = await server.request("GET", pathOf(file.public_url), { key: null });
    const head = await server.request("HEAD", pathOf(file.public_url), { key: null });

    expect([down.status, head.status]).toEqual([503, 200]);
    s3.interfere = () => false;
    await server.request("DELETE", `/submissions/${id}`);
  });

  it("whose submission is deleted while the bucket fails is recorded for later removal", async () => {
    const { id } = await stored(new Uint8Array(10));
    fail();

    expect((await server.request("DELETE", `/submissions/${id}`)).status).toBe(200);
    expect(await server.sql("select * from removed_file")).toHaveLength(1);
    s3.interfere = () => false;
    expect(await files()).toHaveLength(1);
  });
});
