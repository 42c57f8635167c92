/** Reads the ids that a batch's handler prints, one per line, for the submissions it has finished. */

type OnDone = (submissionIds: readonly number[]) => Promise<void>;

const NEWLINE = "\n";
/** Digits of 2^53 - 1; a longer line is not an id. */
const MAX_DIGITS = 16;

/** Separates the handler's stdout into ids of the batch, each on a whole line, and other output. */
export class DoneIds {
  readonly #open: Set<number>;
  #waiting: number[] = [];
  /** The start of a line that may be an id. */
  #line = "";
  /** Whether the current line is too long to be an id. */
  #isOther = false;
  #onDone: OnDone | undefined;
  #notifying: Promise<void> = Promise.resolve();

  constructor(submissionIds: readonly number[]) {
    this.#open = new Set(submissionIds);
  }

  /** Takes the ids out of a chunk, and returns all other output. */
  read(chunk: Buffer): Buffer {
    // latin1 maps each byte to a character, so the returned bytes are the original ones.
    const lines = (this.#line + chunk.toString("latin1")).split(NEWLINE);
    const last = lines.pop() ?? "";
    const others = lines.filter((line) => !this.#take(line)).map((line) => line + NEWLINE);
    const isOther = this.#isOther || last.length > MAX_DIGITS + 1;
    this.#isOther = isOther;
    this.#line = isOther ? "" : last;
    if (isOther) others.push(last);
    this.#notifyNow();
    return Buffer.from(others.join(""), "latin1");
  }

  /** Sets the callback for ids. It is called for ids that were read before too. */
  notify(onDone: OnDone): void {
    this.#onDone = onDone;
    this.#notifyNow();
  }

  /** Resolves when all callbacks have ended. @throws the first error of a callback. */
  notified(): Promise<void> {
    return this.#notifying;
  }

  /** Needs a complete line: `12` could be the start of `123`. */
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

  #notifyNow(): void {
    const onDone = this.#onDone;
    if (onDone === undefined || this.#waiting.length === 0) return;
    const ids = this.#waiting;
    this.#waiting = [];
    this.#notifying = this.#notifying.then(() => onDone(ids));
    // notified() reports the error later.
    this.#notifying.catch(() => undefined);
  }
}
