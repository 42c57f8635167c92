/** A server that can send e-mail, a form, and what tests of replies do with them. */
import type { Reply, ReplyList } from "@intray/sdk/schemas";
import PostalMime from "postal-mime";
import { startApiServer } from "../api-server.ts";
import { startRelay } from "./relay.ts";

export const PATIENCE = { interval: 50 };
/** Who posts. */
export const ADA = "ada@example.org";

type Form = { readonly id: number; readonly uuid: string };

/** Answers to replies go to team@example.org. An account may send 40 replies a day. */
export async function startReplies() {
  const relay = await startRelay();
  const server = await startApiServer({
    ...relay.settings,
    INTRAY_MAIL_RATE: "off",
    INTRAY_MAIL_ANSWERS_PER_DAY: "40",
    INTRAY_RETRY_SCHEDULE: Array(15).fill("1s").join(","),
  });
  const form = await server.create<Form>("/forms", {
    name: "Chairs",
    autoreply_email: "team@example.org",
    autoreply_from_name: "The chair people",
  });
  let posts = 0;
  const replies = async (id: number) =>
    (await server.read<ReplyList>(`/submissions/${id}/replies`)).replies;
  const mails = (text: string) => relay.messages.filter(({ raw }) => raw.includes(text));
  return {
    relay,
    server,
    form,
    replies,
    mails,
    post: (fields: Readonly<Record<string, string>>, to: Form = form) =>
      server.post(to.uuid, { message: `chair ${(posts += 1)}`, ...fields }),
    write: (id: number, json: unknown, headers: Readonly<Record<string, string>> = {}) =>
      server.request("POST", `/submissions/${id}/replies`, { json, headers }),
    /** The only mail with this text, once the relay has it. */
    mailWith: (text: string) =>
      vi.waitFor(async () => {
        const [message, ...others] = mails(text);
        if (message === undefined || others.length > 0) throw new Error(`${others.length} others`);
        const raw = message.raw.toString();
        return { ...(await PostalMime.parse(message.raw)), envelope: message, raw };
      }, PATIENCE),
    /** The last reply to the submission, once it has the state. */
    inState: (id: number, state: Reply["state"]) =>
      vi.waitFor(async () => {
        const last = (await replies(id)).at(-1);
        expect(last?.state).toBe(state);
        return last;
      }, PATIENCE),
    async close() {
      await server.close();
      await relay.stop();
    },
  };
}
