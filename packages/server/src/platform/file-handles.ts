/** Whether this process has a file handle left. */
import { closeSync, openSync } from "node:fs";
import { devNull } from "node:os";

/**
 * Whether this process can open no file at the moment. To be asked after a failed look-up of a name: without a
 * handle the system reports that the name is unknown.
 */
export function isOutOfHandles(): boolean {
  try {
    closeSync(openSync(devNull, "r"));
    return false;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    return code === "EMFILE" || code === "ENFILE";
  }
}
