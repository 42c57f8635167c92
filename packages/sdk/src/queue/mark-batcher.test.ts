import { ApiError } from "../errors.ts";
import { clientSource, type QueueClient } from "./client-source.ts";
import { type BatchWait, MarkBatcher } from "./mark-batcher.ts";

/** A service in memory. `bulk` returns the results of a bulk update. */
function service(
  bulk: (ids: readonly number[]) => readonly { submission_id: number; status: string }[],
  wait?: BatchWait,
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
  return { calls, marks: new MarkBatcher(source, undefined, wait) };
}

/** Running handlers until `end` is called, and a pause that only its signal ends. */
function handlers() {
  let areRunning = true;
  const pauses: number[] = [];
  const wait: BatchWait = {
    mayGrow: () => areRunning,
    sleep: (ms, signal) => {
      pauses.push(ms);
      return new Promise((resolve) => signal.addEventListener("abort", () => resolve()));
    },
  };
  return { wait, pauses, end: () => (areRunning = false) };
}

const itemOf = (id: number) => ({ submissionId: id, uid: `u${id}` });
const all = (ids: readonly number[]) => ids.map((id) => ({ submission_id: id, status: "updated" }));

it("are sent together if they come while another is in flight", async () => {
  const { calls, marks } = service(all);

  const answers = await Promise.all([1, 2, 3].map((id) => marks.markRead(itemOf(id))));

  expect(answers).toEqual(["marked", "marked", "marked"]);
  expect(calls).toEqual(["PATCH 1", "POST 2,3"]);
});

it("are sent one by one if the bulk response does not confirm them", async () => {
  const { calls, marks } = service(([first = 0]) => [
    { submission_id: first, status: "unchanged" },
    { submission_id: 3, status: "not_found" },
  ]);

  await Promise.all([1, 2, 3].map((id) => marks.markRead(itemOf(id))));

  expect(calls).toEqual(["PATCH 1", "POST 2,3", "PATCH 3"]);
});

it("are always sent one by one after a service has rejected the bulk update", async () => {
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

  await Promise.all([1, 2, 3].map((id) => marks.markRead(itemOf(id))));
  await Promise.all([4, 5, 6].map((id) => marks.markRead(itemOf(id))));

  const patches = [1, 2, 3, 4, 5, 6].map((id) => `PATCH ${id}`);
  expect(calls.filter((call) => call.startsWith("POST"))).toEqual(["POST 2,3"]);
  expect(calls.filter((call) => call.startsWith("PATCH")).toSorted()).toEqual(patches);
});

it("wait for running handlers until the batch is full", async () => {
  const { wait, pauses } = handlers();
  const { calls, marks } = service(all, wait);
  const ids = Array.from({ length: 64 }, (_, at) => at + 1);

  await Promise.all(ids.map((id) => marks.markRead(itemOf(id))));

  expect([calls, pauses]).toEqual([[`POST ${ids.join(",")}`], [100]]);
});

it("are sent at once when the last handler has ended", async () => {
  const { wait, end } = handlers();
  const { calls, marks } = service(all, wait);

  const first = [1, 2].map((id) => marks.markRead(itemOf(id)));
  end();
  marks.flush();
  await Promise.all(first);
  await marks.markRead(itemOf(3));

  expect(calls).toEqual(["POST 1,2", "PATCH 3"]);
});

it("do not wait after a service has confirmed nothing of a bulk update", async () => {
  const { wait, pauses } = handlers();
  const { calls, marks } = service(() => [], wait);

  const first = [1, 2].map((id) => marks.markRead(itemOf(id)));
  marks.flush();
  await Promise.all(first);
  await marks.markRead(itemOf(3));

  expect([calls, pauses]).toEqual([["POST 1,2", "PATCH 1", "PATCH 2", "PATCH 3"], [100]]);
});
