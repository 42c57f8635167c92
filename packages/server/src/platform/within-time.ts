/** Waits for something, but not for ever. */
import type { Clock } from "./clock.ts";

/** Resolves to what `run` returns. @throws Error if that takes longer than `ms`; what it does goes on. */
export async function withinTime<T>(
  run: () => T | Promise<T>,
  { clock, ms }: { readonly clock: Pick<Clock, "after">; readonly ms: number },
): Promise<T> {
  let cancel = () => {};
  const late = new Promise<never>((_, reject) => {
    cancel = clock.after(ms, () => reject(new Error(`no answer within ${ms / 1_000} s`)));
  });
  try {
    return await Promise.race([run(), late]);
  } finally {
    cancel();
  }
}
