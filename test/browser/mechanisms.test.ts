// One record that is created and changed: pressed twice, late, in two tabs, without script, and signed out.
import { walkAll } from "./walks/walk-all.ts";
import { webhookMutations } from "./walks/webhook-mutations.ts";

const MECHANISMS = ["creates a webhook", "changes a webhook"];

walkAll([
  (world) =>
    Object.fromEntries(
      Object.entries(webhookMutations(world)).filter(([name]) => MECHANISMS.includes(name)),
    ),
]);
