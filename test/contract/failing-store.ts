/** A store whose calls fail while a test says so. */
import type { Store } from "../../packages/server/src/store/store.ts";

export interface Failure {
  readonly error: Error;
  /** The call that keeps working. */
  readonly except?: keyof Store;
}

const FAILING_CALLS = new Set<string | symbol>(["accept", "findForm", "findKey"]);
const FAILING_GROUPS = new Set<string | symbol>(["reads", "writes"]);

/** The store, with every call that reads or writes rejected while `failure` returns one. */
export function createFailingStore(store: Store, failure: () => Failure | undefined): Store {
  // The failure is looked up when a call is made, since parts of the server keep the functions.
  const rejecting = (call: unknown, name: string | symbol): unknown => {
    if (typeof call !== "function") return call;
    return new Proxy(call, {
      apply(target, self, args: unknown[]) {
        const current = failure();
        if (current !== undefined && current.except !== name) return Promise.reject(current.error);
        return Reflect.apply(target, self, args) as unknown;
      },
      // Such as `once`.
      get: (target, own) =>
        Object.hasOwn(target, own)
          ? rejecting(Reflect.get(target, own), name)
          : (Reflect.get(target, own) as unknown),
    });
  };
  const withRejections = <Calls extends object>(calls: Calls): Calls =>
    new Proxy(calls, { get: (target, name) => rejecting(Reflect.get(target, name), name) });
  return new Proxy(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name);
      if (FAILING_CALLS.has(name)) return rejecting(member, name);
      const isGroup = FAILING_GROUPS.has(name) && typeof member === "object" && member !== null;
      return isGroup ? withRejections(member) : member;
    },
  });
}
