import { describe, expect, it } from "vitest";
import { ApiError } from "../errors.ts";
import { clientSource, type QueueClient } from "./client-source.ts";
import { type Company, Marks } from "./marks.ts";

/** A service in memory. `bulk` answers a call for many; without it each is marked by itself. */
function service(
  bulk: (ids: readonly number[]) => readonly { submission_id: number; status: string }[],
  company?: Company,
) {
  const calls: string[] = [];
  const client: QueueClient = {
    submissions: {
      list: async () => ({ submissions: [], meta: {} }),
      get: async (id) => ({ id, form_id: 1, read: false, spam: false, trash: false }),
      markRead: async (id) => {
        calls.push(`PATCH ${id}`);
        return { id, form_id: 1, read: true, spam: false, trash: false };
      },
      updateBulk: async (ids) => {
        calls.push(`POST ${ids.join(",")}`);
        return { results: bulk(ids) };
      },
    },
  };
  const source = clientSource({ client, filter: "new" });
  return { calls, marks: new Marks(source, undefined, company) };
}

/** Handlers that run on, and a pause that nothing but its signal ends. */
function handlers() {
  let areComing = true;
  const pauses: number[] = [];
  const company: Company = {
    areComing: () => areComing,
    sleep: (ms, signal) => {
      pauses.push(ms);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  };
  return { company, pauses, end: () => (areComing = false) };
}

const all = (ids: readonly number[]) => ids.map((id) => ({ submission_id: id, status: "updated" }));

describe("acknowledgements", () => {
  it("that come while one is under way are sent together", async () => {
    const { calls, marks } = service(all);

    const answers = await Promise.all([1, 2, 3].map((id) => marks.markRead(id)));

    expect(answers).toEqual(["marked", "marked", "marked"]);
    expect(calls).toEqual(["PATCH 1", "POST 2,3"]);
  });

  it("are asked for one by one where the answer to many does not confirm them", async () => {
    const { calls, marks } = service(([first = 0]) => [
      { submission_id: first, status: "unchanged" },
      { submission_id: 3, status: "not_found" },
    ]);

    await Promise.all([1, 2, 3].map((id) => marks.markRead(id)));

    expect(calls).toEqual(["PATCH 1", "POST 2,3", "PATCH 3"]);
  });

  it("go one by one from then on to a service that knows no other way", async () => {
    const { calls, marks } = service(() => {
      throw new ApiError("No such page.", {
        status: 404,
        code: undefined,
        requestId: undefined,
        fieldErrors: [],
        hasErrorBody: false,
        retryAfterMs: undefined,
      });
    });

    await Promise.all([1, 2, 3].map((id) => marks.markRead(id)));
    await Promise.all([4, 5, 6].map((id) => marks.markRead(id)));

    const patches = [1, 2, 3, 4, 5, 6].map((id) => `PATCH ${id}`);
    expect(calls.filter((call) => call.startsWith("POST"))).toEqual(["POST 2,3"]);
    expect(calls.filter((call) => call.startsWith("PATCH")).toSorted()).toEqual(patches);
  });

  it("wait for those of handlers that run, until they are enough", async () => {
    const { company, pauses } = handlers();
    const { calls, marks } = service(all, company);
    const ids = Array.from({ length: 64 }, (_, at) => at + 1);

    await Promise.all(ids.map((id) => marks.markRead(id)));

    expect(calls).toEqual([`POST ${ids.join(",")}`]);
    expect(pauses).toEqual([100]);
  });

  it("wait no longer once the last handler has ended", async () => {
    const { company, end } = handlers();
    const { calls, marks } = service(all, company);

    const first = [1, 2].map((id) => marks.markRead(id));
    end();
    marks.noneFollow();
    await Promise.all(first);
    await marks.markRead(3);

    expect(calls).toEqual(["POST 1,2", "PATCH 3"]);
  });

  it("do not wait for a service that takes none together", async () => {
    const { company, pauses } = handlers();
    const { calls, marks } = service(() => [], company);

    const first = [1, 2].map((id) => marks.markRead(id));
    marks.noneFollow();
    await Promise.all(first);
    await marks.markRead(3);

    expect(calls).toEqual(["POST 1,2", "PATCH 1", "PATCH 2", "PATCH 3"]);
    expect(pauses).toEqual([100]);
  });
});
