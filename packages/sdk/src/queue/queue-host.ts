/** Names this run to the server with each request, and hears which other run works on the same queue. */
import type { QueueFilter } from "./unread-filter.ts";

/** How the runs of one queue are told of each other. */
export interface QueueHostOptions {
  /** Name of this machine, which the runs on others are told; default: a random id. */
  readonly host?: string;
  /** Runs of different consumers are not told of each other; default `default`. */
  readonly consumer?: string;
  /**
   * Called once if another run works on the same queue at the same time, and the two do not both lease: both may
   * handle the same submissions. Default: a warning on the console.
   *
   * @param host The name of its machine.
   */
  readonly onOtherHost?: (host: string) => void;
}

/** A call of the client; clients of other packages may have no `withResponse`. */
export type Asked<Data> = PromiseLike<Data> & {
  withResponse?(): PromiseLike<{
    readonly data: Data;
    readonly response: { readonly headers: Readonly<Record<string, string>> };
  }>;
};

export type QueueHost = ReturnType<typeof queueHost>;

/** @param queue Which submissions; `leases`: whether the run leases them. */
export function queueHost(
  { host, consumer = "default", onOtherHost = warn }: QueueHostOptions,
  queue: {
    readonly filter: QueueFilter;
    readonly form_id?: number | string;
    readonly leases: boolean;
  },
) {
  const { filter, form_id, leases } = queue;
  const value = new URLSearchParams({
    id: crypto.randomUUID(),
    filter,
    consumer,
    ...(host !== undefined && { host }),
    ...(form_id !== undefined && { form: String(form_id) }),
    ...(leases && { leases: "1" }),
  });
  let isSaid = false;
  return {
    /** Sent with every request. */
    headers: { "Intray-Queue-Host": value.toString() },
    hear: async <Data>(asked: Asked<Data>): Promise<Data> => {
      if (asked.withResponse === undefined) return asked;
      const { data, response } = await asked.withResponse();
      const other = response.headers["intray-queue-other-host"];
      if (other !== undefined && !isSaid) {
        isSaid = true;
        // Unlike decodeURIComponent this accepts every text.
        onOtherHost(new URLSearchParams(`host=${other}`).get("host") ?? other);
      }
      return data;
    },
  };
}

function warn(host: string): void {
  console.warn(
    `Another run, on ${host}, works on the same queue, so both may handle the same submissions. Stop one of them, or let both lease: runQueue with client instead of source, intray queue run with --claim.`,
  );
}
