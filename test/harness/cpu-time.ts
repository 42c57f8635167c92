/** Processor time of this process in milliseconds, which other work of the machine does not change. */
export function cpuTimeMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1_000;
}
