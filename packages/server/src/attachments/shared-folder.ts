/** Makes sure that all processes of one installation keep their files in the same folder. */
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import { join } from "node:path";

const MARKER = "intray-installation";

/**
 * Matches the folder's marker file with the installation's mark, which the database keeps; a fresh folder
 * and a fresh database get a new one.
 *
 * @param claim Keeps the mark it is given when the database has none, and answers the one that it has.
 * @throws Error with a sentence for the person who starts the server: the folder is another one's.
 */
export async function matchSharedFolder(
  folder: string,
  fresh: string,
  claim: (mark: string) => Promise<string>,
): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const marker = join(folder, MARKER);
  // The file first: a crash between the two leaves a folder that the next start still claims.
  const { mark, isNew } = await markOf(marker, fresh);
  const kept = await claim(mark);
  if (kept === mark) return;
  if (isNew) await rm(marker);
  throw new Error(
    `The folder ${folder} does not hold the files of this database. Every server on one PostgreSQL needs the same folder: mount the shared one, and name it with INTRAY_ATTACHMENTS_DIR.`,
  );
}

async function markOf(marker: string, fresh: string) {
  try {
    await writeFile(marker, `${fresh}\n`, { flag: "wx", mode: 0o600, flush: true });
    return { mark: fresh, isNew: true };
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "EEXIST")) throw error;
    return { mark: (await readFile(marker, "utf8")).trim(), isNew: false };
  }
}
