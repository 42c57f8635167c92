// SIGKILL of a server while people reply: a reply and its mail are stored together, and each is sent as one message.
import type { ReplyList } from "@intray/sdk/schemas";
import { allFinished } from "./delivery-log.ts";
import { openMailCrash } from "./mail-crash.ts";
import { api, KEY } from "../harness/server-program.ts";
import { isDead, kill } from "./server-process.ts";
import { withKey, postTo } from "../harness/api.ts";

/** Answers after which the server is killed, for each round. */
const KILL_AFTER = [1, 4, 9, 16] as const;
const REPLIES = 48;
const WRITERS = 6;

const crash = openMailCrash();

it("keeps all that was answered, and sends each reply as one message", async () => {
  let { url, child } = await crash.serve();
  const form = await api<{ id: number; uuid: string }>(url, "POST", "/forms", {
    name: "Crash",
    autoreply_email: "team@example.org",
  });
  const id = await postTo(url, form.uuid, { email: "ada@example.org", message: "Forty chairs" });
  const left = new Set(Array.from({ length: REPLIES }, (_, n) => n));

  for (const killAfter of [...KILL_AFTER, Infinity]) {
    let answers = 0;
    const todo = [...left];
    const write = async () => {
      for (let n = todo.shift(); n !== undefined && !isDead(child); n = todo.shift()) {
        if (!(await isAnswered(url, id, n))) continue;
        left.delete(n);
        answers += 1;
        if (answers === killAfter) child.kill("SIGKILL");
      }
    };
    await Promise.all(Array.from({ length: WRITERS }, write));
    if (left.size === 0) break;
    await kill(child);
    ({ url, child } = await crash.serve());
  }

  expect(left.size).toBe(0);
  await allFinished(url, "deliveries", form.id);
  const { replies } = await api<ReplyList>(url, "GET", `/submissions/${id}/replies`);
  expect(replies.map(({ state }) => state)).toEqual(Array(REPLIES).fill("sent"));
  expect(new Set(replies.map(({ text }) => text)).size).toBe(REPLIES);
  const received = crash.relay.received();
  expect(new Set(received.map(({ n }) => n)).size).toBe(REPLIES);
  expect(new Set(received.map(({ n, hash }) => `${n} ${hash}`)).size).toBe(REPLIES);
  expect(new Set(received.map(({ to }) => to))).toEqual(new Set(["ada@example.org"]));
});

/** Sends reply `n`, again under the same key after a kill. False if the server died before it answered. */
async function isAnswered(url: string, submission: number, n: number): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/api/v1/submissions/${submission}/replies`, {
      method: "POST",
      ...withKey(KEY, { text: `Yes.\n n: ${n}` }, { "idempotency-key": `reply ${n}` }),
    });
    return answer.status === 201;
  } catch {
    return false;
  }
}
