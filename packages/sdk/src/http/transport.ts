/** Exchanges with the one server: sends the key to it and to nobody else, follows no redirect. */
import { Address, pathText } from "./address.ts";
import { Connection, type PlainRequest } from "./connection.ts";
import { AbortedError, IntrayError } from "../errors.ts";
import type { Answer, Exchange, Try } from "./exchange.ts";
import { finished, plainHeaders, readWhole } from "./exchange.ts";
import { failureOf } from "./failure.ts";
import { KeyMemory } from "./idempotency-support.ts";
import { checkOptions, type IntrayOptions } from "../options.ts";
import { type ReadAnswer, refusal } from "./refusal.ts";
import { type Plan, planAfter } from "./retry.ts";
import { Deadline, pause, systemRandom, systemTime } from "./system.ts";
import { UnderWay } from "./open-calls.ts";
import { Validator } from "./validation.ts";
import { VERSION } from "../version.ts";

/** The limits of one call, client and call taken together. */
interface Budget {
  readonly timeoutMs: number;
  readonly attemptTimeoutMs: number;
  readonly retries: number;
  readonly endsAt: number;
}

type Ask<Taken> = (connection: Connection, url: string, one: PlainRequest) => Promise<Taken>;

const askWhole: Ask<ReadAnswer> = (connection, url, one) => connection.exchange(url, one);

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_RETRIES = 3;

export class Transport {
  readonly validator: Validator;
  readonly #options: IntrayOptions;
  readonly #address: Address;
  readonly #connection: Connection;
  readonly #underWay = new UnderWay();
  readonly #closing = new AbortController();
  readonly #keys = new KeyMemory();
  #closed: Promise<void> | undefined;

  constructor(options: IntrayOptions) {
    this.#address = new Address(options.baseUrl);
    if (!/^[\x21-\x7e]+$/.test(options.apiKey)) {
      throw new IntrayError(
        "usage",
        "The API key is empty, or holds a blank or a character that no key has.",
      );
    }
    checkOptions(options);
    this.#options = options;
    this.#connection = new Connection(options.dispatcher);
    this.validator = new Validator(options);
  }

  /** Fires when the client is closed: nothing is begun any more. */
  get closing(): AbortSignal {
    return this.#closing.signal;
  }

  /** The whole answer, after as many tries as are allowed. Hands back any status that is left. */
  send(exchange: Exchange): Promise<ReadAnswer> {
    return this.#underWay.add(this.#repeat(exchange, askWhole));
  }

  /**
   * A 2xx as a stream, which the caller consumes or destroys; refusals are thrown. Tried again
   * until the body begins, and the deadline is for that; later only silence counts.
   */
  stream(exchange: Exchange): Promise<Answer> {
    return this.#underWay.add(this.#stream(exchange));
  }

  refusal(answer: ReadAnswer): IntrayError {
    return refusal(answer, this.now());
  }

  /** Ends like the caller's own when the signal does. Never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void> {
    return (this.#options.sleep ?? pause)(ms, signal);
  }

  random(): number {
    return (this.#options.random ?? systemRandom)();
  }

  now(): number {
    return (this.#options.clock ?? systemTime).now();
  }

  /** Begins nothing any more, cuts waits short, and waits for the calls under way. */
  close(): Promise<void> {
    this.#closing.abort();
    this.#closed ??= this.#underWay.settled().then(() => this.#connection.close());
    return this.#closed;
  }

  /** The same, but breaks the calls under way off. */
  destroy(): Promise<void> {
    const closed = this.close();
    this.#underWay.breakOff();
    return closed;
  }

  async #stream(exchange: Exchange): Promise<Answer> {
    const answer = await this.#repeat(exchange, async (connection, url, one) => {
      const asked = await connection.request(url, one);
      return asked.status < 300 ? asked : readWhole(asked);
    });
    if ("bytes" in answer) throw this.refusal(answer);
    return answer;
  }

  async #repeat<Taken extends Answer | ReadAnswer>(
    exchange: Exchange,
    ask: Ask<Taken>,
  ): Promise<Taken> {
    if (this.#closing.signal.aborted) {
      throw new IntrayError("usage", "This client has been closed; make a new one.");
    }
    const budget = this.#budgetOf(exchange);
    const prepared = { ...exchange, headers: this.#headers(exchange) };
    let outcome = await this.#try(prepared, budget, ask);
    for (let retry = 0; retry < budget.retries; retry++) {
      const plan = this.#planAfter(outcome, exchange, retry);
      if (plan === undefined || this.now() + plan.waitMs >= budget.endsAt) break;
      const isSafe = plan.isSafe || (await this.#remembersKey(exchange, budget));
      if (isSafe === false) break;
      const goOn = await this.#waitFor(plan, outcome, exchange, retry);
      if (!goOn) break;
      // While nobody says whether the key is remembered, the next round asks again.
      if (isSafe === true) outcome = await this.#try(prepared, budget, ask);
    }
    return finished(outcome);
  }

  #budgetOf(exchange: Exchange): Budget {
    checkOptions(exchange);
    const timeoutMs = exchange.timeoutMs ?? this.#options.timeoutMs ?? DEFAULT_TIMEOUT_MS;
    return {
      timeoutMs,
      attemptTimeoutMs: exchange.attemptTimeoutMs ?? this.#options.attemptTimeoutMs ?? timeoutMs,
      retries: exchange.maxRetries ?? this.#options.maxRetries ?? DEFAULT_RETRIES,
      endsAt: this.now() + timeoutMs,
    };
  }

  #planAfter(
    outcome: Try<Answer | ReadAnswer>,
    { method, idempotencyKey }: Exchange,
    retry: number,
  ): Plan | undefined {
    return planAfter(outcome, {
      method,
      hasOwnKey: idempotencyKey !== undefined,
      retry,
      random: () => this.random(),
      now: this.now(),
    });
  }

  /** `false` when the client was closed meanwhile. @throws AbortedError */
  async #waitFor(
    { waitMs }: Plan,
    outcome: Try<Answer | ReadAnswer>,
    { method, path, signal, onRetry = this.#options.onRetry }: Exchange,
    retry: number,
  ): Promise<boolean> {
    onRetry?.({
      method,
      path: pathText(path),
      retry: retry + 1,
      waitMs,
      error: this.#failureIn(outcome),
    });
    const closing = this.#closing.signal;
    await this.pause(waitMs, signal === undefined ? closing : AbortSignal.any([signal, closing]));
    if (signal?.aborted === true) throw new AbortedError();
    return !closing.aborted;
  }

  #failureIn(outcome: Try<Answer | ReadAnswer>): IntrayError {
    if (outcome.kind === "broken") return outcome.error;
    const { answer } = outcome;
    return this.refusal("bytes" in answer ? answer : { ...answer, bytes: Buffer.alloc(0) });
  }

  /** By the document that the server serves. @throws AbortedError */
  async #remembersKey(exchange: Exchange, budget: Budget): Promise<boolean | undefined> {
    if (exchange.method !== "POST") return false;
    const { signal } = exchange;
    return this.#keys.remembers(this.#address.inDocument(exchange.path), () => {
      const ask = { method: "GET", path: "/openapi.json", bearer: null, ...(signal && { signal }) };
      return this.#try({ ...ask, headers: this.#headers(ask) }, budget, askWhole);
    });
  }

  async #try<Taken extends Answer | ReadAnswer>(
    exchange: Exchange,
    { attemptTimeoutMs, timeoutMs, endsAt }: Budget,
    ask: Ask<Taken>,
  ): Promise<Try<Taken>> {
    const { method, path, signal } = exchange;
    const allowedMs = Math.max(1, Math.min(attemptTimeoutMs, endsAt - this.now()));
    const deadline = new Deadline(allowedMs);
    let letGo = this.#underWay.hold(deadline);
    if (signal !== undefined) letGo = both(letGo, deadline.follow(signal));
    try {
      const taken = await ask(this.#connection, this.#address.of(path, exchange.query), {
        method,
        headers: exchange.headers ?? {},
        body: exchange.body,
        signal: deadline.signal,
        headersTimeoutMs: allowedMs,
        bodyTimeoutMs: exchange.silenceMs ?? attemptTimeoutMs,
      });
      if ("body" in taken) {
        // The connection waits for it by itself; here it only stays within reach of `destroy`.
        taken.body.once("close", letGo);
        letGo = () => undefined;
      }
      return { kind: "answer", answer: taken };
    } catch (cause) {
      const what = `${method} ${pathText(path)}`;
      const isLate = deadline.isOver;
      const isAborted = deadline.signal.aborted && !isLate;
      const limitMs = Math.min(attemptTimeoutMs, timeoutMs);
      const error = failureOf(cause, { what, timeoutMs: limitMs, isLate, isAborted });
      return { kind: "broken", error };
    } finally {
      letGo();
      deadline.disarm();
    }
  }

  #headers({ method, headers, body, idempotencyKey, bearer }: Exchange): Record<string, string> {
    const { apiKey, userAgent, newIdempotencyKey } = this.#options;
    const product = `intray-sdk/${VERSION}`;
    const key = idempotencyKey ?? (newIdempotencyKey ?? (() => crypto.randomUUID()))();
    const { authorization: _, ...others } = plainHeaders(headers ?? {});
    return {
      accept: "application/json",
      ...(body === undefined ? {} : { "content-type": "application/json" }),
      ...(method === "POST" ? { "idempotency-key": key } : {}),
      // Written one way, or a name in another letter case would be sent beside ours.
      ...others,
      ...(bearer === null ? {} : { authorization: `Bearer ${bearer ?? apiKey}` }),
      "user-agent": userAgent === undefined ? product : `${userAgent} ${product}`,
    };
  }
}

function both(first: () => void, second: () => void): () => void {
  return () => {
    first();
    second();
  };
}
