// The walk of a record that is created.
import type { Subject } from "./mutation.ts";
import type { Typed } from "./page-forms.ts";
import type { World } from "./world.ts";

interface Creation {
  readonly path: string;
  readonly table: string;
  readonly button: string;
  /** What is typed into the other fields; the name is always typed. */
  readonly typed?: Typed;
  /** What is stored, besides the name. */
  readonly where?: string;
}

/** Types a new name, and counts the records that have it: each of two tabs creates one. */
export function creation(
  { newName, count }: World,
  { path, table, button, typed = {}, where = "1 = 1" }: Creation,
): () => Promise<Subject> {
  return () => {
    const name = newName();
    return Promise.resolve({
      path,
      button,
      typed: { ...typed, name },
      state: () => count(`${table} where name = '${name}' and ${where}`),
      done: 1,
      doneTwice: 2,
    });
  };
}
