/** New e-mail destinations, which have none of a webhook's settings. */
import { hash } from "node:crypto";
import type { Insertable } from "kysely";
import type { Schema } from "../engine/schema.ts";

type Row = Insertable<Schema["webhook"]>;

/** What all of them have. */
type Shared = "kind" | "trigger_when_spam" | "created_at" | "updated_at";

export const newEmailDestination = ({
  now,
  ...own
}: Omit<Row, Shared> & { readonly now: number }): Row => ({
  kind: "email",
  ...own,
  trigger_when_spam: 0,
  created_at: now,
  updated_at: now,
});

/** 22 characters of base64url, 132 bits: as unguessable as the seed. */
export const derive = (seed: string, what: string) =>
  hash("sha256", `${seed} ${what}`, "base64url").slice(0, 22);
