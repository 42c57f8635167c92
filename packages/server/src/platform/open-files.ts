/** The process's limit of open files and sockets. */

let known: number | undefined;

/** `Infinity` if there is none, or if the system does not tell. Asked for once, since a report takes 10 ms. */
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
