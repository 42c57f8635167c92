// A request that toggles `read` of a form's newest submission; each one is a commit.
import type { SubmissionList } from "@intray/sdk/schemas";
import { type BenchRequest, requestLoad } from "./request-load.ts";
import type { Measured } from "./rounds.ts";
import type { BenchServer } from "./server.ts";

export async function changeRequest(server: BenchServer, form: number): Promise<BenchRequest> {
  const path = `/submissions?form_id=${form}&per_page=1`;
  const { submissions } = await server.callApi<SubmissionList>("GET", path);
  let changes = 0;
  const body = () => {
    changes += 1;
    return JSON.stringify({ submission: { read: changes % 2 === 0 } }).padEnd(32);
  };
  return {
    url: `${server.url}/api/v1/submissions/${submissions[0]?.id}`,
    method: "PATCH",
    headers: server.headers,
    body,
  };
}

/** Measures while submissions change: unchanged pages come from the page cache. */
export async function whileChanging(
  change: BenchRequest,
  seconds: number,
  measure: () => Promise<Measured>,
): Promise<Measured> {
  const changing = requestLoad(change, { connections: 1, seconds });
  const [measured] = await Promise.all([measure(), changing]);
  return measured;
}
