/** A part that is loaded when it is first used. */
export interface Later<T> {
  /** Loads it with the first call. After a failure, such as for want of a file handle, the next call tries again. */
  readonly load: () => Promise<T>;
  /** `undefined` before the first call. */
  readonly loaded: () => Promise<T> | undefined;
  readonly forget: () => void;
}

export function later<T>(open: () => Promise<T>): Later<T> {
  let loaded: Promise<T> | undefined;
  const forget = () => {
    loaded = undefined;
  };
  return {
    load: () =>
      (loaded ??= open().catch((error: unknown) => {
        forget();
        throw error;
      })),
    loaded: () => loaded,
    forget,
  };
}
