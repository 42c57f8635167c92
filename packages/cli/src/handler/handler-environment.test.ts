import { describe, expect, it } from "vitest";
import { handlerEnvironment } from "./handler-environment.ts";

const KEY = "itk_form_secret";

describe("handlerEnvironment", () => {
  it("has no key under any name", () => {
    const environment = handlerEnvironment(
      {
        PATH: "/bin",
        INTRAY_API_KEY: "itk_other",
        INTRAY_API_KEY_FILE: "/run/secrets/key",
        INTRAY_API_KEY_OLD: "itk_old",
        MY_TOKEN: KEY,
        INTRAY_BASE_URL: "http://intray.test",
      },
      KEY,
    );

    expect(environment).toEqual({ PATH: "/bin", INTRAY_BASE_URL: "http://intray.test" });
  });

  it("has the key with --pass-credentials", () => {
    const environment = handlerEnvironment({ INTRAY_API_KEY_FILE: "/run/secrets/key" }, KEY, {
      apiKey: KEY,
      baseUrl: "http://intray.test",
    });

    expect(environment).toEqual({ INTRAY_API_KEY: KEY, INTRAY_BASE_URL: "http://intray.test" });
  });
});
