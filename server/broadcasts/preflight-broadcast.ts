import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { Prisma, type Integration } from "../generated/prisma/client.ts";
import { placeholdersIn } from "../messages/placeholders.ts";
import { costsCredits } from "../sending/send-queue.ts";
import { lookForTemplate } from "../integrations/template-approval.ts";
import { verb } from "../verb.ts";
import { audienceSql, queryAudience, type Target } from "./audience.ts";
import { leftOutOf, type LeftOut, type LeftOutReason } from "./left-out.ts";
import { plannedBroadcast, type PlannedInput } from "./planned-broadcast.ts";
import type { Plan } from "./read-plan.ts";
import { nobody, whyNothingCanBeSent } from "./why-nothing-can-be-sent.ts";

/** What a broadcast would do if it were launched or retried now. */
export type Preflight = {
  /** The broadcast's totalCount. */
  recipientCount: number;
  leftOut: LeftOut[];
  /** Why nothing could be sent, in the words of the broadcast's error; null: no known problem. */
  problem: string | null;
  ratePerSecond: number;
  /** Messages that the channel sends first: queued messages, and messages that other broadcasts still have to make. */
  aheadCount: number;
  /** Seconds until the provider has the last message, if all `aheadCount` messages go first. */
  estimatedSeconds: number;
  /** The cost of one attempt for every recipient. */
  credits: number;
  placeholders: Placeholder[];
};

export type Placeholder = {
  name: string;
  /** Whether the name is a contact field. Unknown placeholders stay in the text unchanged. */
  isKnown: boolean;
  /** Recipients without a value, who get an empty text instead. */
  emptyCount: number;
};

/** The least share of a channel's rate that sending uses. */
const USED_SHARE = 0.95;

/**
 * Who gets a broadcast, who does not and why, how long it takes and what it costs. The statement that fixes the audience also counts
 * here, so a launch at the same moment has the same numbers.
 * @throws AppError NOT_FOUND, CONFLICT (in progress, or cannot be retried), BAD_INPUT
 */
export const preflightBroadcast = verb(
  { may: "MANAGE_BROADCASTS", plan: "broadcasts" },
  async (ctx, input: PlannedInput): Promise<Preflight> => {
    const plan = await plannedBroadcast(ctx, input);
    const { id, type } = plan.integration;
    await lookForTemplate(ctx, id, plan.template);
    // Read after lookForTemplate, which may have updated the channel's templates.
    const integration = await ctx.db.integration.findUniqueOrThrow({
      where: { workspaceId_id: { workspaceId: ctx.workspaceId, id } },
    });
    const { name: templateName, language: templateLang, components: templateComponents } = plan.template;
    const template = { templateName, templateLang, templateComponents };
    const problem = await whyNothingCanBeSent(ctx, template, integration);
    const { recipientCount, leftOut, placeholders } = await countAudience(ctx, plan, integration);
    const aheadCount = await countAhead(ctx, id);
    const ratePerSecond = integration.ratePerSecond ?? channelOf(type).ratePerSecond;
    return {
      recipientCount,
      leftOut,
      problem: problem ?? (recipientCount === 0 ? nobody(plan) : null),
      ratePerSecond,
      aheadCount,
      estimatedSeconds: Math.ceil((recipientCount + aheadCount) / (ratePerSecond * USED_SHARE)),
      credits: costsCredits("broadcast") ? recipientCount : 0,
      placeholders,
    };
  },
);

type Counted = { leftOut: LeftOutReason | null; count: number; empty: Record<string, number> };

async function countAudience(
  ctx: Ctx,
  plan: Plan & Target,
  integration: Integration,
): Promise<Pick<Preflight, "recipientCount" | "leftOut" | "placeholders">> {
  const placeholders = placeholdersIn(plan.template.components);
  const known = placeholders.filter(({ isKnown }) => isKnown).map(({ name }) => name);
  const empty = known.map((name) => Prisma.sql`${name}::text, count(*) filter (where ${isEmptySql(name)})`);
  const counts = await queryAudience<Counted>(Prisma.sql`
    select a."leftOut", count(*)::int as count,
      ${empty.length > 0 ? Prisma.sql`jsonb_build_object(${Prisma.join(empty)})` : Prisma.sql`'{}'::jsonb`} as empty
    from (${await audienceSql(ctx, plan, integration)}) a
    ${empty.length > 0 ? Prisma.sql`join "Client" c on c."workspaceId" = ${ctx.workspaceId} and c.id = a.id` : Prisma.empty}
    group by a."leftOut"`);
  const recipients = counts.find(({ leftOut }) => leftOut === null);
  return {
    recipientCount: recipients?.count ?? 0,
    leftOut: leftOutOf(Object.fromEntries(counts.map(({ leftOut, count }) => [leftOut ?? "", count]))),
    placeholders: placeholders.map((each) => ({ ...each, emptyCount: recipients?.empty[each.name] ?? 0 })),
  };
}

/** Whether fillPlaceholders has no value for the field. All fields are columns of Client, except the full name. */
function isEmptySql(field: string): Prisma.Sql {
  const columns = field === "fullName" ? ["name", "surname"] : [field];
  return Prisma.join(
    columns.map((column) => Prisma.sql`coalesce(c.${Prisma.raw(`"${column}"`)}, '') = ''`),
    " and ",
  );
}

async function countAhead(ctx: Ctx, integrationId: string): Promise<number> {
  const [row] = await ctx.db.$queryRaw<{ count: number }[]>`
    select ((
        select count(*) from "SendQueue" where "workspaceId" = ${ctx.workspaceId} and "integrationId" = ${integrationId}::uuid
      ) + (
        select count(*) from "Broadcast" b
        join "BroadcastRecipient" r on r."workspaceId" = b."workspaceId" and r."broadcastId" = b.id
          and r."messageId" is null and r.error is null
        where b."workspaceId" = ${ctx.workspaceId} and b."integrationId" = ${integrationId}::uuid and b.state = 'inProgress'
          and b."cancelledAt" is null
      ))::int as count`;
  return row?.count ?? 0;
}
