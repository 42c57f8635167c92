// An oclif CLI with one empty command, the baseline of `startup`.
import { execute } from "@oclif/core";

await execute({ dir: import.meta.url });
