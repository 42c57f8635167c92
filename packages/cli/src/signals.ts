/** Ending by Ctrl-C or SIGTERM with something to tidy up first. */
import { EXIT } from "./exit-codes.ts";

/** Runs `tidy` and ends with 130 or 143. Call what it gives once there is nothing left to tidy. */
export function endOnSignals(tidy: () => Promise<void>): () => void {
  const onInterrupt = () => void tidy().finally(() => process.exit(EXIT.interrupted));
  const onTerminate = () => void tidy().finally(() => process.exit(EXIT.terminated));
  process.once("SIGINT", onInterrupt).once("SIGTERM", onTerminate);
  return () => void process.off("SIGINT", onInterrupt).off("SIGTERM", onTerminate);
}
