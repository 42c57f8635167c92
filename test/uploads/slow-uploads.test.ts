// Many concurrent slow uploads, half of them aborted: memory stays flat, and no file is left over.
import { readdirSync } from "node:fs";
import type { SubmissionList } from "@intray/sdk/schemas";
import { startServerProgram, api } from "../harness/server-program.ts";
import { openFolder } from "../harness/folder.ts";
import { useEach } from "../harness/use.ts";
import { type Attacker, connectTo, memoryOf, writable } from "../load/attackers.ts";

const UPLOADS = Number(process.env["UPLOADS"] ?? 40);
const MIB = 1_024 * 1_024;
const UPLOAD_BYTES = Number(process.env["UPLOAD_MIB"] ?? 2) * MIB;
/** A server that has just started has 180 MiB, and each upload under way a piece of 64 KiB, some of them two. */
const MAX_MEMORY_MIB = 286;
/** Bytes that one sender writes before the next one does. */
const TURN = Buffer.alloc(64 * 1_024, "a line of the file\n");

const folder = useEach(openFolder);
const server = useEach(() =>
  startServerProgram({
    INTRAY_DATA_DIR: folder.path,
    // All uploads come from one address, and files of posts above the rate are not kept.
    INTRAY_RATE_LIMIT: "off",
  }),
);

type Upload = Attacker & { readonly isBrokenOff: boolean };

const HEAD =
  '--x\r\nContent-Disposition: form-data; name="file"; filename="big.txt"\r\nContent-Type: text/plain\r\n\r\n';
const END = "\r\n--x--\r\n";

async function begin(port: number, n: number): Promise<Upload> {
  const length = HEAD.length + UPLOAD_BYTES + END.length;
  const head = `POST /f/1.json HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n${HEAD}`;
  return { ...(await connectTo(port, head)), isBrokenOff: n % 2 === 1 };
}

/** All senders write in turns; each aborting one stops at a different offset. */
async function sendAll(uploads: readonly Upload[]): Promise<void> {
  const turns = UPLOAD_BYTES / TURN.length;
  for (let turn = 0; turn < turns; turn++) {
    const writing = uploads.map(async ({ socket, isBrokenOff }, n) => {
      if (socket.destroyed) return;
      if (isBrokenOff && turn === n % turns) socket.destroy();
      else if (!socket.write(TURN)) await writable(socket);
    });
    await Promise.all(writing);
  }
  for (const { socket } of uploads) if (!socket.destroyed) socket.write(END);
}

const filesIn = (name: string): number =>
  readdirSync(folder.at("attachments", name), { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && entry.name !== "intray-installation",
  ).length;

it.skipIf(process.platform !== "linux")(
  `takes ${UPLOADS} at once of ${UPLOAD_BYTES / MIB} MiB each`,
  async () => {
    const url = await server.url();
    const port = Number(new URL(url).port);
    const uploads = await Promise.all(Array.from({ length: UPLOADS }, (_, n) => begin(port, n)));

    await sendAll(uploads);
    const answers = await Promise.all(uploads.map(({ answer }) => answer));

    await expect.poll(() => filesIn("unfinished")).toBe(0);
    const { meta } = await api<SubmissionList>(url, "GET", "/submissions?per_page=1");
    const whole = uploads.filter(({ isBrokenOff }) => !isBrokenOff).length;
    const { peak } = memoryOf(server.pid);
    console.log(`${UPLOADS} uploads at once: ${peak} MiB at most.`);
    expect(answers.filter((line) => line === "HTTP/1.1 200 OK")).toHaveLength(whole);
    expect(meta.inbox_count + meta.spam_count).toBe(whole);
    expect(filesIn(".")).toBe(whole);
    expect(peak).toBeLessThan(MAX_MEMORY_MIB);
  },
  600_000,
);
