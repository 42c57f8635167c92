/** A store whose calls fail while a test says so. */
import type { Store } from "../../packages/server/src/store/store.ts";

export interface Failure {
  readonly error: Error;
  /** The call that keeps working. */
  readonly except?: keyof Store;
}

const FAILING_CALLS = new Set<string | symbol>([
  "accept",
  "write",
  "writeOnce",
  "read",
  "findForm",
  "findKey",
]);

/** The store, with every call of {@link FAILING_CALLS} rejected while `failure` returns one. */
export function createFailingStore(store: Store, failure: () => Failure | undefined): Store {
  return new Proxy(store, {
    get(target, name, receiver) {
      const current = failure();
      if (current === undefined || !FAILING_CALLS.has(name) || current.except === name) {
        return Reflect.get(target, name, receiver) as unknown;
      }
      return () => Promise.reject(current.error);
    },
  });
}
