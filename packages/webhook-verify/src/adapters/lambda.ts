/** Receives webhooks in AWS Lambda, behind an HTTP API (payload format 2.0) or a function URL. */
import { Buffer } from "node:buffer";
import { collectBody } from "../body.ts";
import { WebhookVerificationError } from "../errors.ts";
import { receive, type DeliveryHandler, type ReceiverOptions } from "../receiver.ts";

/** The part of an event that the receiver uses. */
export interface LambdaEvent {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
  readonly isBase64Encoded: boolean;
  readonly requestContext: { readonly http: { readonly method: string } };
}

export interface LambdaResult {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
}

const HINT = "Pass the original event to the receiver, before any middleware parses its body.";

/** Returns a Lambda handler. It rejects with what `handle` throws, and the platform then answers 5xx. */
export function createReceiver<Event extends LambdaEvent>(
  options: ReceiverOptions<Event>,
  handle: DeliveryHandler<Event>,
): (event: Event) => Promise<LambdaResult> {
  return async (event) => {
    const { headers, requestContext } = event;
    const readBody = async (maxBytes: number) => readEventBody(event, maxBytes);
    const incoming = { context: event, method: requestContext.http.method, headers, readBody };
    const response = await receive(incoming, options, handle);
    return {
      statusCode: response.status,
      headers: { ...response.headers },
      body: response.body ?? "",
    };
  };
}

function readEventBody({ body = "", isBase64Encoded }: LambdaEvent, maxBytes: number): Uint8Array {
  if (typeof body !== "string") {
    throw new WebhookVerificationError("body_already_read", "parsed_body", HINT);
  }
  const collector = collectBody(maxBytes, undefined);
  collector.add(Buffer.from(body, isBase64Encoded ? "base64" : "utf8"));
  return collector.bytes();
}
