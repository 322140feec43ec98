import { audit } from "../auth/audit.ts";
import type { Channel } from "../channels/channel.ts";
import { channelOf } from "../channels/registry.ts";
import type { Ctx } from "../ctx.ts";
import { inTransaction } from "../db.ts";
import { AppError, badInput, problemAt } from "../errors.ts";
import { emit } from "../events/emit.ts";
import type { Integration } from "../generated/prisma/client.ts";
import { notEmptied, parseJson, requiredLine } from "../text-rules.ts";
import { verb } from "../verb.ts";
import { integrationOr404 } from "./access.ts";
import { liveAssignees, namedAssignees } from "./routing-problems.ts";
import { checkReadReceipts, type ReadReceipts } from "./read-receipts.ts";
import { patchRouting, routingOf, routingPatch, type Routing, type RoutingPatch } from "./routing.ts";
import { say } from "../say.ts";
import { subscribeChannel } from "./subscribe-channel.ts";

export type IntegrationPatchInput = {
  id: string;
  name?: string | null;
  properties?: unknown;
  /** Sends per second across all workers; null: the default of the channel type. */
  ratePerSecond?: number | null;
  /** When contacts see that their messages were read. */
  readReceipts?: ReadReceipts | null;
  /** Whether the provider permits answers of people after the reply window. */
  lateReplies?: boolean | null;
  /** Whether the comments on the account's posts come in. */
  comments?: boolean | null;
  /** Whether marketing templates are sent by the provider's own API for them. */
  marketingApi?: boolean | null;
  /** Whether templates are sent, which the provider must have permitted. */
  utilityMessages?: boolean | null;
};

/** What is switched on per channel, and the refusal where the provider has no such thing. */
const SWITCHES = [
  {
    field: "lateReplies",
    has: ({ lateReplyHours }: Channel) => lateReplyHours !== null,
    refusal: "channels.noLateReplies",
  },
  { field: "comments", has: ({ comments }: Channel) => comments, refusal: "channels.noComments" },
  { field: "marketingApi", has: ({ marketingApi }: Channel) => marketingApi, refusal: "channels.noMarketingApi" },
  {
    field: "utilityMessages",
    has: ({ utilityMessages }: Channel) => utilityMessages,
    refusal: "channels.noUtilityMessages",
  },
] as const;
type Switches = Partial<Record<(typeof SWITCHES)[number]["field"], boolean>>;

/** Lowest: one message in ten seconds. Highest: more than any provider accepts from one sender. */
const RATE = { lowest: 0.1, highest: 1_000 } as const;

/**
 * Changes a channel's name, routing, rate, read receipts and switches. `properties` is a partial update: omitted keys stay, null removes
 * a key. Comments are then asked of the provider, whose refusal becomes the channel's error.
 * @throws AppError BAD_INPUT for an unknown key or a wrong value; NOT_FOUND for a missing channel, agent or assistant.
 */
export const patchIntegration = verb(
  { may: "MANAGE_WORKSPACE", audit: "recorded" },
  async (ctx, input: IntegrationPatchInput): Promise<Integration> => {
    const { patched, asks } = await inTransaction(ctx, async (tx) => {
      // The lock keeps concurrent patches of different keys from overwriting each other.
      await tx.db.$queryRaw`
      select 1 from "Integration" where "workspaceId" = ${tx.workspaceId} and id = ${input.id}::uuid for no key update`;
      const before = await integrationOr404(tx, input.id);
      const name = notEmptied("name", input.name);
      const patch: RoutingPatch =
        input.properties == null ? {} : parseJson("properties", routingPatch, input.properties);
      const rate = readRate(input.ratePerSecond);
      const given = notEmptied("readReceipts", input.readReceipts);
      const receipts = given === undefined ? undefined : checkReadReceipts(before, given);
      const switches = readSwitches(before, input);
      await checkAssignees(tx, patch);
      const properties = patchRouting(routingOf(before), patch);
      const row = await tx.db.integration.update({
        where: { workspaceId_id: { workspaceId: tx.workspaceId, id: before.id } },
        data: {
          ...(name !== undefined ? { name: requiredLine("name", name) } : {}),
          ...(rate !== undefined ? { ratePerSecond: rate } : {}),
          ...(receipts !== undefined ? { readReceipts: receipts } : {}),
          ...switches,
          properties,
          patchedAt: tx.now,
        },
      });
      await audit(tx, "patchIntegration", row.id, {
        before: { ...facts(before), properties: routingOf(before) },
        after: { ...facts(row), properties },
      });
      await emit(tx, { name: "WORKSPACE_CHANGED" });
      // Waiting sends may now go out sooner.
      if (rate !== undefined) tx.wakes?.add("sends");
      const asks = row.comments !== before.comments && row.state === "active";
      return { patched: row, asks };
    });
    return asks ? subscribeChannel(ctx, patched) : patched;
  },
);

function facts(channel: Integration) {
  const { name, ratePerSecond, readReceipts, lateReplies, comments, marketingApi, utilityMessages } = channel;
  return { name, ratePerSecond, readReceipts, lateReplies, comments, marketingApi, utilityMessages };
}

/** The given switches. @throws AppError BAD_INPUT for one that the channel's provider does not have. */
function readSwitches({ type }: Integration, input: IntegrationPatchInput): Switches {
  const channel = channelOf(type);
  const switches: Switches = {};
  for (const { field, has, refusal } of SWITCHES) {
    const isOn = notEmptied(field, input[field]);
    if (isOn && !has(channel)) throw badInput(field, say(refusal, { name: channel.name }));
    if (isOn !== undefined) switches[field] = isOn;
  }
  return switches;
}

function readRate(rate: number | null | undefined): number | null | undefined {
  if (rate == null || (rate >= RATE.lowest && rate <= RATE.highest)) return rate;
  throw badInput("ratePerSecond", say("channels.rate", { least: RATE.lowest, most: RATE.highest }));
}

async function checkAssignees(tx: Ctx, patch: RoutingPatch): Promise<void> {
  const named = namedAssignees(patchRouting({}, patch) satisfies Routing);
  const live = await liveAssignees(
    tx,
    named.map(({ id }) => id),
  );
  const missing = named.find(({ id }) => !live.has(id));
  if (!missing) return;
  const gone = say("channels.assigneeGone");
  throw new AppError("NOT_FOUND", gone, { fields: [problemAt(`input.properties.${missing.path}`, gone)] });
}
