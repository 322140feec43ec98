import type { IntegrationType } from "../../generated/prisma/enums.ts";
import { verb } from "../../verb.ts";

/** A channel whose routing gives new conversations to an assistant. */
export type AIChannel = { integrationId: string; name: string; type: IntegrationType };

/** The channels whose default assignee, or assignee for a country, is the assistant, by name. Without deleted channels. */
export const listAiChannels = verb(
  { may: "MANAGE_WORKSPACE" },
  (ctx, aiId: string): Promise<AIChannel[]> => ctx.db.$queryRaw<AIChannel[]>`
    select id as "integrationId", name, type from "Integration"
    where "workspaceId" = ${ctx.workspaceId} and "deletedAt" is null and not "isPlayground"
      and (properties->>'assigneeId' = ${aiId}
        or properties->'byCountryCodeConfig' @> jsonb_build_array(jsonb_build_object('assigneeId', ${aiId}::text)))
    order by name, id`,
);
