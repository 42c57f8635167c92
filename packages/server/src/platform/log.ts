/** The log: JSON lines on stderr. */
import { pino, type Logger } from "pino";

export type Log = Pick<Logger, "debug" | "info" | "warn" | "error">;
export const LOG_LEVELS = ["debug", "info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

/** Lines are written synchronously, so the last one before a crash is not lost. */
export const createLog = (level: LogLevel): Log =>
  pino({ level, base: null }, pino.destination({ fd: 2, sync: true }));

export const silentLog: Log = pino({ level: "silent" });
