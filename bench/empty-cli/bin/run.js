// The least that an oclif command can cost.
import { execute } from "@oclif/core";

await execute({ dir: import.meta.url });
