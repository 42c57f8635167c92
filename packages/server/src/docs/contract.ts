/** Parses the parts of openapi.yaml that the API reference shows. */
import { document } from "@intray/sdk/document";
import { operations } from "@intray/sdk/operations";
import { z } from "zod";

const SCOPES: ReadonlyMap<string, readonly string[]> = new Map(
  operations.map(({ id, scopes }) => [id, ["write", ...scopes]]),
);
const METHODS = ["get", "post", "put", "patch", "delete"] as const;

const zSchema = z.object({
  $ref: z.string().optional(),
  type: z.union([z.string(), z.array(z.string())]).optional(),
  description: z.string().optional(),
  get properties() {
    return z.record(z.string(), zSchema).optional();
  },
  required: z.array(z.string()).optional(),
  get items() {
    return zSchema.optional();
  },
  get oneOf() {
    return z.array(zSchema).optional();
  },
  enum: z.array(z.unknown()).optional(),
  const: z.unknown().optional(),
  format: z.string().optional(),
  default: z.unknown().optional(),
  minimum: z.number().optional(),
  maximum: z.number().optional(),
  minLength: z.number().optional(),
  maxLength: z.number().optional(),
  minItems: z.number().optional(),
  maxItems: z.number().optional(),
});
export type JsonSchema = z.infer<typeof zSchema>;

const zContent = z.record(z.string(), z.object({ schema: zSchema }));
const zParameter = z.object({
  name: z.string(),
  in: z.enum(["path", "query", "header"]),
  required: z.boolean().default(false),
  description: z.string().default(""),
  schema: zSchema,
});
const zResponse = z.object({ description: z.string(), content: zContent.default({}) });
const zOrReference = <S extends z.ZodType>(schema: S) =>
  z.union([z.object({ $ref: z.string() }), schema]);
const zOperation = z.object({
  operationId: z.string(),
  tags: z.array(z.string()),
  summary: z.string(),
  description: z.string().default(""),
  security: z.array(z.unknown()).optional(),
  parameters: z.array(zOrReference(zParameter)).default([]),
  requestBody: z.object({ content: zContent, required: z.boolean().default(false) }).optional(),
  responses: z.record(z.string(), zOrReference(zResponse)),
});
const zDocument = z.object({
  info: z.object({ title: z.string(), version: z.string(), description: z.string() }),
  tags: z.array(z.object({ name: z.string(), description: z.string() })),
  paths: z.record(
    z.string(),
    z.object({
      parameters: z.array(zOrReference(zParameter)).default([]),
      ...Object.fromEntries(METHODS.map((method) => [method, zOperation.optional()])),
    }),
  ),
  components: z.object({
    schemas: z.record(z.string(), zSchema),
    parameters: z.record(z.string(), zParameter),
    responses: z.record(z.string(), zResponse),
  }),
});

export type Parameter = z.output<typeof zParameter>;

export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description: string;
  readonly needsKey: boolean;
  /** Of keys that may call it. */
  readonly scopes: readonly string[];
  readonly parameters: readonly Parameter[];
  /** Media type and schema of the request body, in the order of the document; empty without a body. */
  readonly body: readonly (readonly [string, JsonSchema])[];
  readonly responses: readonly {
    readonly status: string;
    readonly description: string;
    readonly content: readonly (readonly [string, JsonSchema])[];
  }[];
}

export interface Reference {
  readonly title: string;
  readonly version: string;
  readonly description: string;
  readonly sections: readonly {
    readonly name: string;
    readonly description: string;
    readonly operations: readonly Operation[];
  }[];
  readonly schemas: Readonly<Record<string, JsonSchema>>;
}

/** `Form` for `#/components/schemas/Form`. */
export const schemaName = (reference: string): string => reference.split("/").at(-1) ?? "";

/** openapi.yaml by tag, with its parameter and response references resolved. */
export function readReference(): Reference {
  const { info, tags, paths, components } = zDocument.parse(document);
  const parameter = (one: Parameter | { readonly $ref: string }) =>
    required("$ref" in one ? components.parameters[schemaName(one.$ref)] : one);
  const response = (one: z.output<typeof zResponse> | { readonly $ref: string }) =>
    required("$ref" in one ? components.responses[schemaName(one.$ref)] : one);
  const all = Object.entries(paths).flatMap(([path, { parameters, ...methods }]) =>
    METHODS.flatMap((method): Operation[] => {
      const operation = zOperation.optional().parse(Reflect.get(methods, method));
      if (operation === undefined) return [];
      return [
        {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          tag: operation.tags[0] ?? "",
          summary: operation.summary,
          description: operation.description,
          scopes: SCOPES.get(operation.operationId) ?? [],
          needsKey: path.startsWith("/api/") && operation.security?.length !== 0,
          parameters: [...parameters, ...operation.parameters].map(parameter),
          body: schemasOf(operation.requestBody?.content ?? {}),
          responses: Object.entries(operation.responses).map(([status, one]) => {
            const { description, content } = response(one);
            return { status, description, content: schemasOf(content) };
          }),
        },
      ];
    }),
  );
  return {
    ...info,
    sections: tags.map((tag) => ({
      ...tag,
      operations: all.filter((operation) => operation.tag === tag.name),
    })),
    schemas: components.schemas,
  };
}

const schemasOf = (content: z.output<typeof zContent>) =>
  Object.entries(content).map(([type, { schema }]) => [type, schema] as const);

function required<T>(target: T | undefined): T {
  if (target === undefined) throw new Error("A $ref of openapi.yaml has no target.");
  return target;
}
