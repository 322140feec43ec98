import type { Ctx } from "../ctx.ts";
import { Prisma, type Conversation } from "../generated/prisma/client.ts";
import { newId } from "../new-id.ts";
import { columnsOf } from "../read-rows.ts";
import type { Owner } from "./choose-assignee.ts";

const COLUMNS = columnsOf(Prisma.ConversationScalarFieldEnum, '"Conversation"');

export type NewConv = {
  integrationId: string;
  clientId: string;
  externalConversationId: string | null;
  owner: Owner;
  /** The broadcast that opens it. */
  broadcastId: string | null;
  /** The business opens it and waits for the contact's answer. Until then it has no owner. */
  dormant: boolean;
};

/**
 * Opens conversations and records their assignments, in one statement.
 * @returns the opened ones. A conversation is missing if another call has meanwhile opened one for the same contact, channel and thread.
 */
export async function insertConvs(ctx: Ctx, convs: readonly NewConv[]): Promise<Conversation[]> {
  if (convs.length === 0) return [];
  const rows = convs.map(({ owner, ...conv }) => ({ ...conv, ...owner, id: newId(), assignmentId: newId() }));
  return ctx.db.$queryRaw<Conversation[]>`
    with given as materialized (
      select * from json_to_recordset(${JSON.stringify(rows)}::json) as g(id uuid, "assignmentId" uuid, "integrationId" uuid,
        "clientId" uuid, "externalConversationId" text, "assigneeId" uuid, "aiId" uuid, "broadcastId" uuid, dormant boolean)
    ), opened as (
      insert into "Conversation" ("workspaceId", id, "integrationId", "clientId", "externalConversationId", "assigneeId", "aiId",
        "broadcastId", dormant)
      select ${ctx.workspaceId}::int, id, "integrationId", "clientId", "externalConversationId", "assigneeId", "aiId", "broadcastId", dormant
      from given
      on conflict do nothing
      returning ${COLUMNS}
    ), noted as (
      -- For agentsReport; nothing where it was given to nobody.
      insert into "ConvAssignment" ("workspaceId", id, "convId", "agentId", "aiId")
      select o."workspaceId", g."assignmentId", o.id, o."assigneeId", o."aiId" from opened o join given g on g.id = o.id
      where o."assigneeId" is not null or o."aiId" is not null
    )
    select ${COLUMNS} from opened as "Conversation"`;
}
