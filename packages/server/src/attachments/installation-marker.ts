/**
 * Ties a database to its file storage: a marker in the storage names the installation. Without it, a
 * server with the wrong folder or bucket would sweep the files of another database as orphans.
 */

/** The name of the marker file, in the folder or under the bucket's prefix. */
export const MARKER = "intray-installation";

/** A file storage that can hold an installation marker. */
export interface MarkedStorage {
  /** Subject of an error message: `The folder /srv/files`. */
  readonly name: string;
  /** How to choose the right storage, in the same message. */
  readonly advice: string;
  /** The marker in place, without changing anything. */
  read(): Promise<string | undefined>;
  /** Writes `fresh` if there is no marker yet; resolves to the marker that is in place. */
  mark(fresh: string): Promise<{ readonly mark: string; readonly isNew: boolean }>;
  unmark(): Promise<void>;
}

/**
 * Checks that storage and database carry the same marker; a new storage and a new database get `fresh`.
 *
 * @param claim Stores the given marker in the database unless it has one; resolves to the database's marker.
 * @throws Error whose message tells the operator that the storage belongs to another database.
 */
export async function matchInstallation(
  storage: MarkedStorage,
  fresh: string,
  claim: (mark: string) => Promise<string>,
): Promise<void> {
  // The storage first: after a crash between the two writes, the next start still matches.
  const { mark, isNew } = await storage.mark(fresh);
  const claimed = await claim(mark);
  if (claimed === mark) return;
  if (isNew) await storage.unmark();
  throw otherStorage(storage, claimed);
}

/** For the operator: the storage is not that of the database, whose marker is `claimed`. */
export function otherStorage(storage: MarkedStorage, claimed: string): Error {
  return new Error(
    `${storage.name} does not hold the files of this database. Every server on this database needs the same file storage: ${storage.advice}. If you moved the files, move the file ${MARKER} too; if they are lost for good, write ${claimed} into it.`,
  );
}
