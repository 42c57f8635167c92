/** The files and sockets that this process may open, and whether it can open one more. */
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

let known: number | undefined;

/** The limit of open files and sockets: `Infinity` if there is none, or if the system does not tell. Asked for once, since a report takes 10 ms. */
export function maxOpenFiles(): number {
  known ??= readLimit();
  return known;
}

function readLimit(): number {
  const { report } = process;
  if (report === undefined) return Infinity;
  // Otherwise the report looks up the name of each network address.
  Object.assign(report, { excludeNetwork: true, excludeEnv: true });
  const { userLimits } = report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: number | string } };
  };
  const soft = userLimits?.open_files?.soft;
  return typeof soft === "number" ? soft : Infinity;
}
