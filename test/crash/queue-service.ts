/** The fake server of the CLI with submissions for a queue. */
import { createServer } from "node:http";
import { FakeServer, KEY, makeSubmission } from "../../packages/cli/test/fake-server.ts";
import { listenOnLoopback } from "../harness/loopback.ts";

export class QueueService extends FakeServer {
  readonly key = KEY;

  static override async start(): Promise<QueueService> {
    const server = createServer();
    const { url } = await listenOnLoopback(server);
    return new QueueService(server, url);
  }

  /** Adds unread submissions with these ids. */
  add(...ids: number[]): void {
    for (const id of ids) {
      const email = ["email", `p${id}@example.com`] as const;
      const message = ["message", "Grüße\n\0\u2028 'x' $(y)"] as const;
      this.submissions.push({ ...makeSubmission(id, [email, message]), form_id: 3 });
    }
  }

  unread(): number[] {
    return this.submissions.filter(({ read }) => !read).map(({ id }) => id);
  }

  /** Accepts no more connections, and ends those that are open. */
  close(): void {
    void this.stop();
  }
}

export function problem(code: string, error: string): object {
  return { error, code, request_id: "req_test" };
}
