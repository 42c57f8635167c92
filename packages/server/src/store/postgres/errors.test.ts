import { explain } from "./errors.ts";

const failed = (code: string | undefined, message = "failed") =>
  Object.assign(new Error(message), code === undefined ? {} : { code });

describe("an error of PostgreSQL", () => {
  it.each([
    ["25006", "read_only", false],
    ["53100", "disk_full", false],
    ["53200", "out_of_memory", false],
    ["53300", "too_many_connections", false],
    ["57014", "too_slow", false],
    ["57P01", "restarting", true],
    ["57P03", "restarting", false],
    ["58030", "disk_error", false],
    ["08006", "unreachable", true],
    ["3D000", "unreachable", false],
    ["ECONNREFUSED", "unreachable", false],
    ["ECONNRESET", "unreachable", true],
    ["EMFILE", "out_of_handles", false],
  ])("%s is the outage %s, and is uncertain: %s", (code, outage, isUncertain) => {
    expect(explain(failed(code))).toMatchObject({
      code: "overloaded",
      outage,
      isUncertain,
      headers: { "Retry-After": expect.stringMatching(/^\d+$/) },
    });
  });

  it.each(["Connection terminated unexpectedly", "timeout exceeded when trying to connect"])(
    "of the driver without a code, such as %j, is an uncertain outage",
    (message) => {
      expect(explain(failed(undefined, message))).toMatchObject({
        outage: "unreachable",
        isUncertain: true,
      });
    },
  );

  it.each(["42601", "23505", "XX001"])("%s is no outage", (code) => {
    const error = failed(code);

    expect(explain(error)).toBe(error);
  });
});
