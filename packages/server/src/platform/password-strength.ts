/** Which passwords may be chosen. */

const MIN_CHARACTERS = 10;
const MAX_CHARACTERS = 1_000;
/** The estimate takes longer with every character; 64 take up to 50 ms. */
const MAX_ESTIMATED_CHARACTERS = 64;
/** Guessed in fewer tries: common words and passwords, repeats, sequences, dates, and what the user is called. */
const MIN_GUESSES = 1e6;

/** @param email Of the user: a password must not be made of it. Returns why it is rejected, or `undefined`. */
export async function passwordProblem(
  password: string,
  email: string,
): Promise<string | undefined> {
  const { length } = password;
  if (length < MIN_CHARACTERS) {
    return `The password has ${length} characters. Use at least ${MIN_CHARACTERS}.`;
  }
  if (length > MAX_CHARACTERS) {
    return `The password has more than ${MAX_CHARACTERS} characters. Use a shorter one.`;
  }
  return (await guessesFor(password, email)) < MIN_GUESSES
    ? "The password is easy to guess: it is common, repeats itself, or contains your e-mail address. Use a longer one, such as four words that have nothing to do with each other."
    : undefined;
}

/**
 * Loads the word lists, which take 30 MB while they are used and 0.2 s: passwords are seldom chosen, so they
 * are not kept.
 */
async function guessesFor(password: string, email: string): Promise<number> {
  const [{ ZxcvbnFactory }, { adjacencyGraphs, dictionary }] = await Promise.all([
    import("@zxcvbn-ts/core"),
    import("@zxcvbn-ts/language-common"),
  ]);
  const zxcvbn = new ZxcvbnFactory({
    graphs: adjacencyGraphs,
    dictionary,
    maxLength: MAX_ESTIMATED_CHARACTERS,
  });
  const [name = ""] = email.split("@");
  return zxcvbn.check(password, [email, name, "intray"]).guesses;
}
