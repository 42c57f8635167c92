/** The server as a program of its own. */
import { type Program, startProgram } from "../../demo/program.ts";
import { SERVER } from "./bundled.ts";

/** Starts a server on a free port, which logs errors only. */
export const startServerProgram = (settings: Readonly<Record<string, string>>): Program =>
  startProgram("the server", [SERVER], {
    INTRAY_PORT: "0",
    INTRAY_LOG_LEVEL: "error",
    ...settings,
  });
