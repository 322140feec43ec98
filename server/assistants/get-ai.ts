import { verb } from "../verb.ts";
import { assistantOr404 } from "./access.ts";

export const getAi = verb({ may: "MANAGE_WORKSPACE", plan: "assistants" }, (ctx, input: { id: string }) =>
  assistantOr404(ctx, input.id),
);
