/** The fake server of the CLI with submissions for a queue. */
import type { Fault } from "../../packages/cli/test/fake-server.ts";
import { FakeServer, KEY, makeSubmission } from "../../packages/cli/test/fake-server.ts";

export class QueueService extends FakeServer {
  readonly key = KEY;

  /** Adds unread submissions with these ids. */
  add(...ids: number[]): void {
    for (const id of ids) {
      const email = ["email", `p${id}@example.com`] as const;
      const message = ["message", "Grüße\n\0\u2028 'x' $(y)"] as const;
      this.submissions.push({ ...makeSubmission(id, [email, message]), form_id: 3 });
    }
  }

  /** Answers requests that begin so, such as `PATCH 7`, like this. */
  failAt(request: string, fault: Fault | "hang"): void {
    this.fault = (asked) => (asked.startsWith(request) ? fault : undefined);
  }

  unread(): number[] {
    return this.submissions.filter(({ read }) => !read).map(({ id }) => id);
  }
}

/** An error of the API. */
export const refusal = (status: number, code: string, error: string): Fault => ({
  status,
  body: JSON.stringify({ error, code, request_id: "req_test" }),
});

export const AWAY: Fault = { status: 503, body: "away", contentType: "text/plain" };
