// Uploads of one file of 1 MB in MB/s, synced and committed, against piping the same body to a file.
import { randomBytes } from "node:crypto";
import { startBare } from "./bare.ts";
import { load } from "./load.ts";
import { compare, type Measured, type Row } from "./rounds.ts";
import { startServer } from "./server.ts";

const CONNECTIONS = 8;
/** A round: so many MB. What they leave on the disk is removed at the end. */
const POSTS = 200;
const MB = 1_000_000;

export async function intakeUpload(): Promise<readonly Row[]> {
  const server = await startServer();
  const bare = await startBare();
  try {
    const form = await server.makeForm(undefined);
    const post = async (url: string): Promise<Measured> => {
      const { perSecond } = await load(
        { url, headers: HEADERS, body: () => BODY },
        { connections: CONNECTIONS, posts: POSTS },
      );
      return { perSecond };
    };
    const row = await compare({
      name: "intake-upload (MB)",
      must: 0.5,
      aim: 0.8,
      ours: () => post(form),
      baseline: () => post(`${bare.url}/file`),
    });
    return [{ ...row, note: `at most ${Math.round(await server.peakMib())} MiB of memory` }];
  } finally {
    await bare.stop();
    await server.stop();
  }
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
