import type { EvalRun } from "../../generated/prisma/client.ts";

/** Per cent of the questions that passed, rounded down so that 100 is all of them; null until all were asked. */
export function scoreOf({ state, passed, total }: Pick<EvalRun, "state" | "passed" | "total">): number | null {
  return state === "completed" ? Math.floor((passed * 100) / total) : null;
}
