import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import { badInput, notFound } from "../errors.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { readTemplate, type Template } from "../messages/send-template.ts";
import { integrationOr404 } from "../integrations/access.ts";
import { countryCode } from "../phone.ts";
import { say } from "../say.ts";
import { stageOr404 } from "../tags/access.ts";
import { readTagValues } from "../tags/tag-values.ts";
import { optionalLine } from "../text-rules.ts";

/** What a broadcast sends, on which channel and to whom, as the caller gives it. */
export type PlanInput = {
  integrationId: string;
  /** Only these contacts, still subject to the filters. Empty: all contacts that match the filters. */
  clientIds?: string[] | null;
  /** Contacts who have all of these tags. */
  clientTags?: string[] | null;
  clientStageId?: string | null;
  /** ISO 3166-1 alpha-2. */
  country?: string | null;
  /** Only contacts who are in this segment at launch. */
  segmentId?: string | null;
  /** Without contacts who are in one of these segments at launch. */
  excludeSegmentIds?: string[] | null;
  templateName: string;
  templateLang?: string | null;
  templateComponents?: unknown;
};

/** The validated input. */
export type Plan = {
  integration: Integration;
  template: Template;
  clientIds: string[];
  clientTags: string[];
  clientStageId: string | null;
  country: string | null;
  segmentId: string | null;
  excludeSegmentIds: string[];
};

/** @throws AppError NOT_FOUND (channel, stage, client, segment), BAD_INPUT (a channel without templates, no country, …) */
export async function readPlan(ctx: Ctx, input: PlanInput): Promise<Plan> {
  const integration = await integrationOr404(ctx, input.integrationId);
  const template = readTemplate(integration, input);
  const clientTags = readTagValues("clientTags", input.clientTags ?? []);
  const stage = input.clientStageId ? await stageOr404(ctx, "clientStage", { id: input.clientStageId }) : null;
  const country = readCountry(input.country);
  const clientIds = await readClientIds(ctx, input.clientIds);
  const segments = await readSegments(ctx, input);
  return { integration, template, clientIds, clientTags, clientStageId: stage?.id ?? null, country, ...segments };
}

const EXCLUDED_MAX = 20;

async function readSegments(ctx: Ctx, { segmentId = null, excludeSegmentIds }: PlanInput) {
  const excluded = [...new Set(excludeSegmentIds ?? [])];
  if (excluded.length > EXCLUDED_MAX)
    throw badInput("excludeSegmentIds", say("broadcasts.mostExcluded", { count: EXCLUDED_MAX }));
  const ids = [...new Set([...(segmentId === null ? [] : [segmentId]), ...excluded])];
  if (ids.length > 0) await holdSegments(ctx, ids);
  return { segmentId, excludeSegmentIds: excluded };
}

/**
 * In a transaction, none of them is deleted before it ends.
 * @throws AppError NOT_FOUND
 */
async function holdSegments({ db, workspaceId }: Ctx, ids: string[]): Promise<void> {
  const held = await db.$queryRaw<unknown[]>`
    select id from "Segment" where "workspaceId" = ${workspaceId} and id = any (${ids}::uuid[]) and "deletedAt" is null
    order by id for share`;
  if (held.length < ids.length) throw notFound("segment");
}

/** The most ids that fit into one request body (256 KiB). */
const CLIENTS_MAX = 5_000;

/** An empty list is refused, because it would otherwise select all contacts. */
async function readClientIds(ctx: Ctx, given: string[] | null | undefined): Promise<string[]> {
  if (given == null) return [];
  const ids = [...new Set(given)];
  if (ids.length === 0) throw badInput("clientIds", say("broadcasts.noClients"));
  if (ids.length > CLIENTS_MAX) throw badInput("clientIds", say("broadcasts.mostClients", { count: CLIENTS_MAX }));
  if (!ids.every((id) => isUuid(id))) throw notFound("client");
  const known = await ctx.db.client.count({
    where: { workspaceId: ctx.workspaceId, id: { in: ids }, isPlayground: false },
  });
  if (known < ids.length) throw notFound("client");
  return ids;
}

function readCountry(text: string | null | undefined): string | null {
  const line = optionalLine("country", text);
  if (!line) return null;
  const code = countryCode(line);
  if (!code) throw badInput("country", say("broadcasts.country"));
  return code;
}
