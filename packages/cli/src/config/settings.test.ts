import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { chooseKey, storeKey } from "./api-key.ts";
import { readEnvironment } from "./environment.ts";
import { resolveSettings, type SettingFlags } from "./settings.ts";
import { useFolder } from "../../test/workbench.ts";

const folder = await useFolder();
const configFolder = join(folder, "config", "intray");
const store = { configFolder, sessionBus: undefined };
beforeEach(() => mkdir(configFolder, { recursive: true }));

const environment = (variables: NodeJS.ProcessEnv = {}) =>
  readEnvironment({ XDG_CONFIG_HOME: join(folder, "config"), ...variables });

const resolve = (flags: SettingFlags = {}, variables: NodeJS.ProcessEnv = {}) =>
  resolveSettings({ flags, environment: environment(variables), folder });

const writeConfig = (config: unknown) =>
  writeFile(join(configFolder, "config.json"), JSON.stringify(config));
const writeProject = (project: unknown) =>
  writeFile(join(folder, ".intray.json"), JSON.stringify(project));

describe("resolveSettings", () => {
  it("defaults to the built-in address and no form", async () => {
    expect(await resolve()).toMatchObject({
      profile: "default",
      baseUrl: "http://127.0.0.1:8787",
      form: undefined,
    });
  });

  it("takes the address from the flag, then the environment, then the profile", async () => {
    await writeConfig({ profiles: { default: { base_url: "https://profile.test" } } });
    const variables = { INTRAY_BASE_URL: "https://environment.test/" };

    const seen = [
      await resolve({ "base-url": "https://flag.test" }, variables),
      await resolve({}, variables),
      await resolve(),
    ];

    expect(seen.map(({ baseUrl }) => baseUrl)).toEqual([
      "https://flag.test",
      "https://environment.test",
      "https://profile.test",
    ]);
  });

  it("takes the form from the environment, then the project, then the profile", async () => {
    await writeConfig({ profiles: { default: { form: 1, format: "json" } } });
    const ofProfile = await resolve();
    await writeProject({ form: 2 });
    const ofProject = await resolve();
    const ofEnvironment = await resolve({}, { INTRAY_FORM_ID: "3" });

    expect([ofProfile.form, ofProject.form, ofEnvironment.form]).toEqual(["1", "2", "3"]);
    expect(ofProject.format).toBe("json");
  });

  it("takes the profile from the flag, then the environment, then the project, then the default", async () => {
    const names = ["a", "b", "c", "d"];
    await writeConfig({
      default_profile: "d",
      profiles: Object.fromEntries(names.map((name) => [name, { form: name }])),
    });
    const ofDefault = await resolve();
    await writeProject({ profile: "c" });
    const ofProject = await resolve();
    const ofEnvironment = await resolve({}, { INTRAY_PROFILE: "b" });
    const ofFlag = await resolve({ profile: "a" }, { INTRAY_PROFILE: "b" });

    expect([ofFlag, ofEnvironment, ofProject, ofDefault].map(({ form }) => form)).toEqual(names);
  });

  it("finds the project file of a parent folder, but none above the repository", async () => {
    await writeProject({ form: 9 });
    const inside = join(folder, "src", "deep");
    await mkdir(inside, { recursive: true });
    const found = await resolveSettings({ flags: {}, environment: environment(), folder: inside });
    await mkdir(join(folder, "src", ".git"));
    const outside = await resolveSettings({
      flags: {},
      environment: environment(),
      folder: inside,
    });

    expect([found.form, outside.form]).toEqual(["9", undefined]);
  });

  it.each([
    ["a key", { api_key: "itk_acct_secret" }, "revoke it"],
    ["a base URL", { base_url: "https://evil.test" }, "flags, the environment"],
    ["an unknown member", { forms: 3 }, "profile, form, format and queue"],
    ["a form of the wrong type", { form: [] }, "Fix or remove"],
    ["an array", [], "Fix or remove"],
  ])(
    "rejects %s in a project file with exit code 78 and repeats no value",
    async (_, project, hint) => {
      await writeProject(project);

      const failure = await resolve().catch((error: unknown) => error);

      expect(failure).toMatchObject({ exit: 78, hint: expect.stringContaining(hint) as string });
      expect(String(failure)).not.toMatch(/secret|evil/);
    },
  );

  it.each([
    ["invalid JSON", "{", 78],
    ["the wrong shape", '{"profiles":[]}', 78],
    ["an unknown member", '{"profiles":{},"api_key":"x"}', 78],
    ["an invalid address", '{"profiles":{"default":{"base_url":"nowhere"}}}', 78],
  ])("fails with 78 for a configuration with %s", async (_, text, exit) => {
    await writeFile(join(configFolder, "config.json"), text);

    await expect(resolve()).rejects.toMatchObject({ exit });
  });

  it.each([
    "ftp://a.test",
    "a.test",
    "https://user:pw@a.test",
    "https://a.test/?x",
    "https://a.test/#x",
    "",
  ])("rejects %j as --base-url with exit code 2", async (url) => {
    await expect(resolve({ "base-url": url })).rejects.toMatchObject({ exit: 2 });
  });

  it("rejects an unknown profile, and the name of a member of Object.prototype", async () => {
    await expect(resolve({ profile: "nope" })).rejects.toMatchObject({ exit: 78 });
    await expect(resolve({ profile: "constructor" })).rejects.toMatchObject({ exit: 78 });
  });
});

describe("chooseKey", () => {
  const choose = async (file?: string, variables: NodeJS.ProcessEnv = {}) =>
    chooseKey({
      file,
      environment: environment(variables),
      settings: await resolve({}, variables),
    });

  it("prefers the flag's file to the environment, and the environment to the stored key", async () => {
    const file = join(folder, "key.txt");
    await writeFile(file, "itk_acct_file\n");
    await storeKey(store, "default", {
      origin: "http://127.0.0.1:8787",
      api_key: "itk_acct_stored",
    });
    const variables = { INTRAY_API_KEY: "itk_acct_environment" };

    const keys = [
      await choose(file, variables),
      await choose(undefined, variables),
      await choose(undefined, { INTRAY_API_KEY_FILE: file }),
      await choose(),
    ];

    expect(keys.map(({ apiKey }) => apiKey)).toEqual([
      "itk_acct_file",
      "itk_acct_environment",
      "itk_acct_file",
      "itk_acct_stored",
    ]);
  });

  it("says how to name a server where nobody has", async () => {
    await expect(choose()).rejects.toMatchObject({
      exit: 4,
      message: "No API key and no server are set, so the server is http://127.0.0.1:8787.",
      hint: expect.stringContaining("intray auth login --base-url") as string,
    });
  });

  it("does not use a stored key for another origin", async () => {
    await storeKey(store, "default", { origin: "https://a.test", api_key: "itk_acct_a" });

    await expect(choose(undefined, { INTRAY_BASE_URL: "https://b.test" })).rejects.toMatchObject({
      exit: 4,
      code: "key_for_other_origin",
    });
    await expect(
      choose(undefined, { INTRAY_BASE_URL: "https://a.test:444" }),
    ).rejects.toMatchObject({ exit: 4 });
    expect(await choose(undefined, { INTRAY_BASE_URL: "https://a.test/path" })).toMatchObject({
      apiKey: "itk_acct_a",
    });
  });

  it.each([
    ["both variables", { INTRAY_API_KEY: "a", INTRAY_API_KEY_FILE: "b" }, 78],
    ["a missing file", { INTRAY_API_KEY_FILE: "/nowhere/key" }, 66],
    ["a key with a line break", { INTRAY_API_KEY: "itk\r\nX: y" }, 4],
    ["no key", {}, 4],
  ])("rejects %s", async (_, variables, exit) => {
    await expect(choose(undefined, variables)).rejects.toMatchObject({ exit });
  });
});
