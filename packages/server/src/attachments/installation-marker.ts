/** Makes sure that the files of one database stay in one place, and that no other database sweeps there. */

/** The name of the marker, in a folder or under a bucket's prefix. */
export const MARKER = "intray-installation";

/** Where files are kept, and a mark of whose they are. */
export interface MarkedPlace {
  /** For a sentence: `The folder /srv/files`. */
  readonly name: string;
  /** The settings that choose it, for the same sentence. */
  readonly settings: string;
  /** Leaves `fresh` where there is no mark; answers the one that is there. */
  mark(fresh: string): Promise<{ readonly mark: string; readonly isNew: boolean }>;
  unmark(): Promise<void>;
}

/**
 * Matches the place's mark with the one that the database keeps; a fresh place and a fresh database get
 * a new one.
 *
 * @param claim Keeps the mark it is given when the database has none, and answers the one that it has.
 * @throws Error with a sentence for the person who starts the server: the place is another one's.
 */
export async function matchInstallation(
  place: MarkedPlace,
  fresh: string,
  claim: (mark: string) => Promise<string>,
): Promise<void> {
  // The place first: a crash between the two leaves one that the next start still claims.
  const { mark, isNew } = await place.mark(fresh);
  const kept = await claim(mark);
  if (kept === mark) return;
  if (isNew) await place.unmark();
  throw new Error(
    `${place.name} does not hold the files of this database. Every server on it needs the same place: name the right one with ${place.settings}. After moving the files, move the file ${MARKER} too; where they are lost for good, write ${kept} into it.`,
  );
}
