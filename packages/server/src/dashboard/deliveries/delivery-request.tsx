/** What a delivery has sent: the headers of a webhook's request, and the body or message as it was sent. */
import { byId, type ApiClient } from "../http/api-client.ts";
import type { Delivery, FormWebhook } from "@intray/sdk/schemas";
import { fileSize } from "../../platform/text/file-size.ts";
import { indentJson } from "./indent-json.ts";
import { truncateAt } from "../../platform/text/truncation.ts";
import { visible } from "../../platform/text/safe-text.ts";

/** Shown of one body. */
const MAX_CHARACTERS = 6_000;
/** Read of one body; longer JSON is not indented, since only its beginning is known. */
const MAX_BYTES = 32_768;
/** Bodies shown on one page; most deliveries of a submission have the same few bodies. */
const MAX_BODIES = 4;

/** The beginning of each body by its SHA-256, and the id of the delivery that shows it. */
type SentBodies = ReadonlyMap<string, { readonly shownBy: number; readonly text: string }>;

/** Reads the bodies of the newest deliveries; equal bodies are read once. */
export async function readSentBodies(
  api: ApiClient,
  deliveries: readonly Delivery[],
): Promise<SentBodies> {
  const first = new Map<string, number>();
  for (const { id, request } of deliveries) {
    if (request !== null && !first.has(request.body_sha256)) first.set(request.body_sha256, id);
  }
  const bodies = await Promise.all(
    [...first]
      .slice(0, MAX_BODIES)
      .map(
        async ([sha256, id]) => [sha256, { shownBy: id, text: await readBody(api, id) }] as const,
      ),
  );
  return new Map(bodies);
}

async function readBody(api: ApiClient, id: number): Promise<string> {
  const { data } = await api.GET("/api/v1/deliveries/{id}/body", {
    ...byId(id),
    parseAs: "stream",
  });
  // Log retention may have deleted it since the log was read.
  if (data === undefined || data === null) return "";
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of data) {
    chunks.push(chunk);
    size += chunk.byteLength;
    if (size > MAX_BYTES) break;
  }
  return Buffer.concat(chunks).subarray(0, MAX_BYTES).toString("utf8");
}

interface DeliveryRequestProps {
  readonly delivery: Delivery;
  /** With its current settings; `undefined` if it was deleted, and for another kind of destination. */
  readonly webhook: FormWebhook | undefined;
  readonly bodies: SentBodies;
}

export function DeliveryRequest({ delivery, webhook, bodies }: DeliveryRequestProps) {
  const { id, kind, request } = delivery;
  if (request === null) return null;
  const body = bodies.get(request.body_sha256);
  return (
    <details id={`request-${id}`}>
      <summary>
        {`${kind === "webhook" ? "Request" : "Message"} (${fileSize(request.bytes)})`}
      </summary>
      <div class="sent">
        {kind === "webhook" ? (
          <pre
            class="wrap small"
            tabindex={0}
            role="group"
            aria-label={`Headers of delivery ${id}`}
          >
            {visible(head(delivery, webhook))}
          </pre>
        ) : null}
        {body !== undefined && body.shownBy === id ? (
          <Body id={id} text={body.text} type={request.content_type} bytes={request.bytes} />
        ) : body === undefined ? null : (
          <p class="small">
            Same body as <a href={`#delivery-${body.shownBy}`}>{`delivery ${body.shownBy}`}</a>.
          </p>
        )}
        {request.rendered_again ? (
          <p class="small warn">
            The original body had been deleted by log retention, so it was rendered again.
          </p>
        ) : null}
        <BodyDownload delivery={delivery} />
        <p class="small soft">
          SHA-256 <code>{request.body_sha256}</code>
        </p>
      </div>
    </details>
  );
}

export function BodyDownload({ delivery: { id, kind, request } }: { readonly delivery: Delivery }) {
  if (request === null) return null;
  return (
    <p class="small">
      <a href={`/dashboard/deliveries/${id}/body`} download>
        {`Download ${kind === "webhook" ? "body" : "message"} (${fileSize(request.bytes)})`}
      </a>
    </p>
  );
}

/** Returns the request line and headers, without signatures and values of custom headers: those are secret. */
function head(delivery: Delivery, webhook: FormWebhook | undefined): string {
  const { id, address, trigger, attempts, request } = delivery;
  const custom = webhook?.headers.map(({ name }) => `${name}: (hidden)`) ?? [];
  return [
    `POST ${address}`,
    `content-type: ${request?.content_type ?? ""}`,
    `content-length: ${request?.bytes ?? 0}`,
    `webhook-id: ${delivery.message_id ?? "(unknown)"}`,
    `x-service-delivery: ${id}`,
    `x-service-attempt: ${attempts.at(-1)?.number ?? 1}`,
    `x-service-trigger: ${trigger}`,
    "x-service-signature, webhook-timestamp, webhook-signature: (different for each attempt)",
    ...custom,
  ].join("\n");
}

interface BodyProps {
  readonly id: number;
  readonly text: string;
  readonly type: string;
  readonly bytes: number;
}

function Body({ id, text, type, bytes }: BodyProps) {
  const whole = bytes <= MAX_BYTES && /\bjson\b/i.test(type) ? indentJson(text) : text;
  const shown = truncateAt(whole, MAX_CHARACTERS);
  const isCut = shown.length < whole.length || bytes > MAX_BYTES;
  return (
    <pre class="wrap small" tabindex={0} role="group" aria-label={`Body of delivery ${id}`}>
      <bdi>{visible(shown)}</bdi>
      {isCut ? <span class="soft">{"\n… (truncated)"}</span> : null}
    </pre>
  );
}
