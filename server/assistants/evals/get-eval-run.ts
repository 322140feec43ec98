import { verb } from "../../verb.ts";
import { runOr404 } from "../access.ts";

export const getEvalRun = verb({ may: "MANAGE_WORKSPACE", plan: "assistants" }, (ctx, input: { id: string }) =>
  runOr404(ctx, input.id),
);
