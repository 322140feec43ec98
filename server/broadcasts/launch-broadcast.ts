import { AppError } from "../errors.ts";
import type { Broadcast } from "../generated/prisma/client.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { say } from "../say.ts";
import { verb } from "../verb.ts";
import { broadcastOr404 } from "./access.ts";
import { FEW_CLIENTS, startBroadcast } from "./start-broadcast.ts";

/**
 * Sends a draft or scheduled broadcast now. Returns the broadcast: inProgress, or failed with its error when
 * nothing can be sent at all.
 * @throws AppError NOT_FOUND, CONFLICT (it is already running, over, or was cancelled meanwhile; also when another launch came first)
 */
export const launchBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts", audit: "recorded" },
  async (ctx, input: { id: string }, fewClients: number = FEW_CLIENTS): Promise<Broadcast> => {
    const before = await broadcastOr404(ctx, input.id);
    const { integrationId, templateName, templateLang, templateComponents } = before;
    const template = { name: templateName, language: templateLang, components: templateComponents };
    await lookForTemplate(ctx, integrationId, template);
    const started = await startBroadcast(ctx, input.id, ["draft", "scheduled"], fewClients);
    if (started) return started;
    const { state } = await broadcastOr404(ctx, input.id);
    if (before.state === "scheduled" && state === "draft") {
      throw new AppError("CONFLICT", say("broadcasts.cancelledMeanwhile"));
    }
    if (state === "draft" || state === "scheduled") throw new AppError("CONFLICT", say("refusal.broadcastLaunching"));
    throw new AppError("CONFLICT", say("broadcasts.notLaunchable", { state }));
  },
);
