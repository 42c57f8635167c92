/** The ids that a batch's handler prints, one a line, for what it is done with. */

type OnDone = (submissionIds: readonly number[]) => Promise<void>;

const NEWLINE = "\n";
/** Digits of 2^53 - 1; a longer line is no id. */
const MAX_DIGITS = 16;

/** Reads the handler's stdout: whole lines that are ids of the batch, and everything else. */
export class DoneIds {
  readonly #open: Set<number>;
  #waiting: number[] = [];
  /** The begin of a line that may become an id. */
  #line = "";
  /** Inside a line that is too long for one. */
  #isOther = false;
  #onDone: OnDone | undefined;
  #telling: Promise<void> = Promise.resolve();

  constructor(submissionIds: readonly number[]) {
    this.#open = new Set(submissionIds);
  }

  /** Takes in the ids of a chunk, and gives back what is none: words for a person. */
  read(chunk: Buffer): Buffer {
    // Byte by byte a character, so that what is given back is what came.
    const lines = (this.#line + chunk.toString("latin1")).split(NEWLINE);
    const last = lines.pop() ?? "";
    const others = lines.filter((line) => !this.#take(line)).map((line) => line + NEWLINE);
    const isOther = this.#isOther || last.length > MAX_DIGITS + 1;
    this.#isOther = isOther;
    this.#line = isOther ? "" : last;
    if (isOther) others.push(last);
    this.#tellNow();
    return Buffer.from(others.join(""), "latin1");
  }

  /** Says who is told, of what was read before as well. */
  tell(onDone: OnDone): void {
    this.#onDone = onDone;
    this.#tellNow();
  }

  /** Resolves when all is told. @throws what the one who was told failed with. */
  told(): Promise<void> {
    return this.#telling;
  }

  /** A line without its end is not taken: `12` may be the begin of `123`. */
  #take(line: string): boolean {
    const isRest = this.#isOther;
    this.#isOther = false;
    const text = line.endsWith("\r") ? line.slice(0, -1) : line;
    if (isRest || !/^[1-9]\d{0,15}$/.test(text)) return false;
    const id = Number(text);
    if (!this.#open.delete(id)) return false;
    this.#waiting.push(id);
    return true;
  }

  #tellNow(): void {
    const onDone = this.#onDone;
    if (onDone === undefined || this.#waiting.length === 0) return;
    const ids = this.#waiting;
    this.#waiting = [];
    this.#telling = this.#telling.then(() => onDone(ids));
    // Heard of by told(), which comes later.
    this.#telling.catch(() => undefined);
  }
}
