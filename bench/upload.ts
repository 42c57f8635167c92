// Uploads of a 1 MB file in MB/s, synced and committed, compared with piping the same body to a file.
import { randomBytes } from "node:crypto";
import { startBaseline } from "./baseline.ts";
import { requestLoad } from "./request-load.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { startServer } from "./server.ts";

const CONNECTIONS = 8;
/** Posts in a round, each 1 MB. The stored files are removed at the end. */
const POSTS = 200;
const MB = 1_000_000;

export async function intakeUpload(): Promise<readonly Row[]> {
  await using server = await startServer();
  await using baselineServer = await startBaseline();
  const form = await server.makeForm(undefined);
  const post = async (url: string): Promise<Measured> => {
    const upload = { url, method: "POST", headers: HEADERS, body: () => BODY };
    const { perSecond } = await requestLoad(upload, { connections: CONNECTIONS, requests: POSTS });
    return { perSecond };
  };
  const row = await compare({
    name: "intake-upload (MB)",
    required: 0.6,
    aim: 0.8,
    ours: () => post(form),
    baseline: () => post(`${baselineServer.url}/file`),
  });
  return [{ ...row, note: `at most ${Math.round(await server.peakMib())} MiB of memory` }];
}

const BOUNDARY = "----bench0123456789";
const HEADERS = {
  "content-type": `multipart/form-data; boundary=${BOUNDARY}`,
  accept: "application/json",
};
const BODY = [
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="name"\r\n\r\nAda Lovelace\r\n`,
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="photo.jpg"\r\n`,
  `Content-Type: image/jpeg\r\n\r\n${randomBytes(MB).toString("latin1")}\r\n--${BOUNDARY}--\r\n`,
].join("");
