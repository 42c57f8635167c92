/** What tests open and close: before and after each of them, or once for all of them. */

/** The members that close what has one of them. A record of the API has none, and needs none. */
const ENDS = ["close", "stop", "drop", "remove", "destroy", Symbol.asyncDispose];

/**
 * Opens one before each test of the file or `describe` that calls this, and closes it afterwards. What it returns
 * stands for the one of the test that runs.
 */
export const useEach = <T extends object>(open: () => T | Promise<T>): T =>
  openBetween({ begin: beforeEach, end: afterEach }, open);

/** As {@link useEach}, but opens one for all tests. */
export const useShared = <T extends object>(open: () => T | Promise<T>): T =>
  openBetween({ begin: beforeAll, end: afterAll }, open);

function openBetween<T extends object>(
  hooks: { readonly begin: typeof beforeEach; readonly end: typeof afterEach },
  open: () => T | Promise<T>,
): T {
  let opened: T | undefined;
  hooks.begin(async () => {
    opened = await open();
  });
  hooks.end(async () => {
    // Undefined if it could not be opened, which the test run reports by itself.
    const last = opened;
    opened = undefined;
    if (last === undefined) return;
    const end: unknown = Reflect.get(last, ENDS.find((name) => name in last) ?? "");
    if (typeof end === "function") await end.call(last);
  });
  const current = () => {
    if (opened === undefined) throw new Error("It is open in tests and hooks only.");
    return opened;
  };
  return new Proxy({} as T, {
    get(_, name) {
      const value: unknown = Reflect.get(current(), name);
      // A method of a class finds its private members on the object itself only.
      return typeof value === "function" ? (value.bind(current()) as unknown) : value;
    },
    set: (_, name, value) => Reflect.set(current(), name, value),
  });
}
