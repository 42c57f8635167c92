/** Sends the probe of `domain/probe.ts` to the running server, directly and by its public address. */
import { z } from "zod";
import { keyFilePath, readKeyFile } from "../../config/key-file.ts";
import { PROBE_HEADER, PROBE_PATH, type ProbeAnswer, probeToken } from "../../domain/probe.ts";
import { networkErrorDetail } from "../../platform/network-error.ts";
import type { CommandContext } from "../command.ts";

/** What came back. */
export type Probed =
  | { readonly kind: "answered"; readonly answer: ProbeAnswer }
  /** Another page, or another server. */
  | { readonly kind: "foreign"; readonly status: number; readonly location: string | undefined }
  | { readonly kind: "unreachable"; readonly detail: string }
  /** Without the encryption key no server would answer. */
  | { readonly kind: "no_key"; readonly problem: string };

export interface Probe {
  /** Asks the server at the address that it listens on; `undefined` if that is any free port. */
  local(): Promise<Probed | undefined>;
  /** Asks the server by its public URL, claiming to be forwarded for {@link CLAIMED}. `undefined` without one. */
  public(): Promise<Probed | undefined>;
}

/** An address of the documentation network (RFC 5737), which no client has. */
export const CLAIMED = "192.0.2.77";

const MAX_MS = 10_000;
const MAX_ANSWER_BYTES = 65_536;
const NONCE_BYTES = 16;

const ANSWER = z.object({
  version: z.string(),
  peer: z.string().nullable(),
  is_trusted: z.boolean(),
  client: z.string().nullable(),
  host: z.string().nullable(),
  is_known_host: z.boolean(),
  forwarded: z.record(z.string(), z.string()),
}) satisfies z.ZodType<ProbeAnswer>;

/** Each request is sent once, when its answer is first needed. */
export function createProbe(context: CommandContext): Probe {
  const { publicUrl } = context.config;
  const local = localUrl(context.config);
  let ofLocal: Promise<Probed | undefined> | undefined;
  let ofPublic: Promise<Probed | undefined> | undefined;
  const none = Promise.resolve(undefined);
  return {
    local: () => (ofLocal ??= local === undefined ? none : ask(context, local, {})),
    public: () =>
      (ofPublic ??=
        publicUrl === undefined ? none : ask(context, publicUrl, { "x-forwarded-for": CLAIMED })),
  };
}

/** The address by which this machine reaches the server; `undefined` if its port is not known. */
export function localUrl({
  host,
  port,
}: Pick<CommandContext["config"], "host" | "port">): string | undefined {
  const address = { "0.0.0.0": "127.0.0.1", "::": "::1" }[host] ?? host;
  return port === 0
    ? undefined
    : `http://${address.includes(":") ? `[${address}]` : address}:${port}`;
}

async function ask(
  { config, clock, random }: CommandContext,
  base: string,
  headers: Readonly<Record<string, string>>,
): Promise<Probed> {
  let key: Uint8Array;
  try {
    key = keyOf(config);
  } catch (error) {
    return { kind: "no_key", problem: (error as Error).message };
  }
  const { request, Agent } = await import("undici");
  const dispatcher = new Agent();
  const abort = new AbortController();
  const cancel = clock.after(MAX_MS, () =>
    abort.abort(new Error(`no answer within ${MAX_MS / 1_000} s`)),
  );
  try {
    const {
      statusCode,
      headers: answered,
      body,
    } = await request(`${base}${PROBE_PATH}`, {
      headers: { ...headers, [PROBE_HEADER]: probeToken(key, clock.now(), random(NONCE_BYTES)) },
      dispatcher,
      signal: abort.signal,
    });
    const text = await textOf(body as AsyncIterable<Buffer>);
    const answer = statusCode === 200 ? answerIn(text) : undefined;
    if (answer !== undefined) return { kind: "answered", answer };
    const location = [answered.location ?? []].flat()[0];
    return { kind: "foreign", status: statusCode, location };
  } catch (error) {
    return { kind: "unreachable", detail: networkErrorDetail(error) };
  } finally {
    cancel();
    await dispatcher.destroy();
  }
}

/** @throws Error with a sentence for the operator. */
function keyOf(config: CommandContext["config"]): Uint8Array {
  const file = keyFilePath(config);
  const [key] = config.encryptionKeys ?? (file === undefined ? [] : readKeyFile(file));
  if (key === undefined) throw new Error("The encryption key is missing.");
  return key;
}

async function textOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of body) {
    bytes += chunk.byteLength;
    if (bytes > MAX_ANSWER_BYTES) break;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function answerIn(text: string): ProbeAnswer | undefined {
  try {
    return ANSWER.parse(JSON.parse(text));
  } catch {
    return undefined;
  }
}
