/** Limits the tool calls of an agent, which may call in a loop. */
import { ToolError } from "@intray/sdk/mcp";
import type { Clock } from "../clock.ts";

const WINDOW_MS = 60_000;

/** Returns a function that counts a call, and throws ToolError above `perMinute` calls in 60 seconds. */
export function callLimit(perMinute: number, clock: Clock): () => void {
  const times: number[] = [];
  return () => {
    const now = clock.now();
    while (times[0] !== undefined && (now - times[0] >= WINDOW_MS || now < times[0])) times.shift();
    if (times[0] !== undefined && times.length >= perMinute) {
      const waitS = Math.ceil((times[0] + WINDOW_MS - now) / 1_000);
      throw new ToolError(
        `There were more than ${perMinute} tool calls in a minute. Wait ${waitS} seconds.`,
      );
    }
    times.push(now);
  };
}
