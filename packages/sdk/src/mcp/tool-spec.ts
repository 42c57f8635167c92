/** Tools, and how they are made from operations of the API. */
import type { OperationId } from "../schemas.ts";
import type { JsonObject } from "./api-operation.ts";

/** A tool as the protocol lists it. */
export interface Tool {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly inputSchema: { readonly type: "object"; readonly [member: string]: unknown };
  readonly annotations: {
    readonly readOnlyHint: boolean;
    readonly destructiveHint: boolean;
    readonly idempotentHint: boolean;
    readonly openWorldHint: boolean;
  };
}

/** What a tool answers. */
export interface Outcome {
  /** Sentences of this program, for the agent to rely on. */
  readonly facts: string;
  /** Goes into the block of untrusted data. */
  readonly data?: unknown;
  /** Texts are cut to this many characters. Default 500. */
  readonly maxText?: number;
  /** How to get what was cut. */
  readonly onCut?: string;
  readonly attachments?: readonly number[];
}

/** Sends a request of an operation, which need not be the tool's own. */
export type Send = (operation: OperationId, args: JsonObject) => Promise<JsonObject>;

export interface ToolSpec {
  readonly operation: OperationId;
  /** Names of parameters and body members that the tool has too. */
  readonly takes: readonly string[];
  /** Name of the body's member that contains the members. */
  readonly wrapper?: string;
  /** Parts of schemas that the tool restricts, and members that only the tool has. */
  readonly members?: Readonly<Record<string, JsonObject>>;
  /** Added to the description of the operation. */
  readonly more?: string;
  /** Only for tools that change something. */
  readonly change?: {
    /** Whether it can undo what somebody has done, or stop a delivery. */
    readonly isDestructive: boolean;
    readonly isIdempotent: boolean;
    /** Whether other servers or people notice it. */
    readonly reachesOthers: boolean;
    /** Says what the call would do. Changes nothing. */
    readonly preview: (args: JsonObject, send: Send) => Promise<Outcome>;
  };
  readonly outcome: (answer: JsonObject, args: JsonObject) => Outcome;
}
