import { channelOf } from "../channels/registry.ts";
import { mustSendTemplates } from "../integrations/sends-templates.ts";
import { ClientMerged } from "../clients/current-client.ts";
import { groupThread } from "../channels/whatsapp/groups.ts";
import type { Ctx } from "../ctx.ts";
import { AppError } from "../errors.ts";
import { type Client, type Conversation, type Integration, Prisma } from "../generated/prisma/client.ts";
import { approvedTemplate, type ApprovedTemplate } from "../integrations/template-approval.ts";
import { newId } from "../new-id.ts";
import { author } from "./accept-message.ts";
import { NOBODY } from "../conversations/choose-assignee.ts";
import { identitiesOf } from "./identities-of.ts";
import { insertConvs } from "../conversations/insert-convs.ts";
import { acceptedEvents } from "./queue-message.ts";
import { mustBeSendable } from "./sendable.ts";
import { mustBeAllowed, mustBeReachable, templateMessage, type Template } from "./send-template.ts";
import { asTold, writeMessages } from "./write-messages.ts";
import { columnsOf } from "../read-rows.ts";

type Sending = { integration: Integration; template: Template; broadcastId: string };

/** A broadcast's result for one contact: a message, or why there is none. */
export type Sent = { clientId: string; messageId: string | null; error: string | null };

/**
 * What sendTemplate does for one contact, for many recipients of a broadcast in a few statements: the same rules, rows and events. A
 * contact whom sendTemplate would refuse gets the reason instead of a message. The others get theirs.
 *
 * It never waits for a row that another transaction has locked. So it neither delays agents and contacts who are writing, nor
 * deadlocks with them.
 * @param tx the open transaction.
 * @param clients in order of id, with their rows locked in it at least against change.
 * @returns in the same order. Contacts whose conversation is locked by another transaction are left out; they are retried later.
 */
export async function sendTemplates(tx: Ctx, sending: Sending, clients: readonly Client[]): Promise<Sent[]> {
  const { integration, broadcastId } = sending;
  const open = await holdOpenConvs(
    tx,
    integration,
    clients.map(({ id }) => id),
  );
  const places = clients.flatMap((client) => {
    const conv = open.get(client.id) ?? null;
    return conv === "busy" ? [] : [{ client, conv }];
  });
  const { language, category, refusal } = await approvalOf(tx, sending);
  const refusals = await refusalsOf(tx, sending, category, places);
  const accepted = refusal === null ? places.filter(({ client }) => !refusals.has(client.id)) : [];
  const opened = await openConvs(
    tx,
    sending,
    accepted.flatMap(({ client, conv }) => (conv ? [] : [client])),
  );

  const messages = accepted.flatMap(({ client, conv: before }) => {
    const conv = before ?? opened.get(client.id);
    const message = templateMessage({ ...sending.template, language }, client);
    // No conversation: another broadcast has just opened it and has not committed yet.
    return conv ? [{ conv, client, message, opened: before === null }] : [];
  });
  const stored = await writeMessages(
    tx,
    messages.map(({ conv, client, message, opened }) => {
      const id = newId();
      const row = { ...message, broadcastId, ...author(tx), isAgent: true, status: "pending" } as const;
      const parts = { conv, integration, client, message: asTold(conv, id, row) };
      return { conv, id, message: row, send: "broadcast", events: acceptedEvents(parts, opened) };
    }),
  );
  const made = new Map(stored.map(({ clientId, id }) => [clientId, id]));
  return places.flatMap(({ client: { id } }) => {
    const messageId = made.get(id) ?? null;
    const error = messageId === null ? (refusals.get(id) ?? refusal) : null;
    return messageId === null && error === null ? [] : [{ clientId: id, messageId, error }];
  });
}

type RecipientPlace = { client: Client; conv: Conversation | null };

/** Why contacts get no message, by id, with the same errors as sendTemplate. */
async function refusalsOf(
  tx: Ctx,
  { integration }: Sending,
  category: string | null,
  places: readonly RecipientPlace[],
): Promise<Map<string, string>> {
  const byIdentity = places.filter(goesByIdentity);
  const identities = await identitiesOf(
    tx,
    byIdentity.map(({ client }) => client.id),
  );
  return new Map(
    places.flatMap((place) => {
      const { client, conv } = place;
      const reason = refusalIn(() => {
        if (conv === null && client.mergedIntoId !== null) throw new ClientMerged();
        mustBeSendable({ conv, integration, client }, tx.now, { isTemplate: true });
        const address = conv?.clientAddress ?? mustBeReachable(integration, client, identities.get(client.id) ?? {});
        mustBeAllowed(integration, category, address, "clientId");
      });
      return reason === null ? [] : [[client.id, reason] as const];
    }),
  );
}

/** The conversation has no address of the contact, so their identity is used. */
function goesByIdentity({ conv }: RecipientPlace): boolean {
  return conv === null || conv.clientAddress === null;
}

function refusalIn(check: () => void): string | null {
  try {
    check();
    return null;
  } catch (error) {
    if (error instanceof AppError) return error.message;
    throw error;
  }
}

/** The checks that are the same for all recipients. Returns the template to send, or why it cannot be sent to anyone. */
async function approvalOf(
  tx: Ctx,
  { integration, template }: Sending,
): Promise<ApprovedTemplate & { refusal: string | null }> {
  try {
    mustSendTemplates(integration, "templateName");
    return { ...(await approvedTemplate(tx, integration, template)), refusal: null };
  } catch (error) {
    if (error instanceof AppError) return { language: null, category: null, refusal: error.message };
    throw error;
  }
}

/**
 * Opens a dormant conversation for each of these contacts, who have none on the channel. The order by contact id prevents a deadlock
 * between two broadcasts of one channel that open the same conversations.
 */
async function openConvs(
  tx: Ctx,
  { integration, broadcastId }: Sending,
  clients: readonly Client[],
): Promise<Map<string, Conversation>> {
  const convs = await insertConvs(
    tx,
    clients.map(({ id }) => ({
      integrationId: integration.id,
      clientId: id,
      externalConversationId: null,
      owner: NOBODY,
      broadcastId,
      dormant: true,
    })),
  );
  return new Map(convs.map((conv) => [conv.clientId, conv]));
}

const FIELDS = Prisma.ConversationScalarFieldEnum;

/**
 * Locks the newest open conversation of each of these contacts on a channel, but no group's and no comments', until the transaction ends
 * (`newestOpenThread`). It does not wait for rows: a conversation that another transaction has locked is `busy`. So many can be locked at once without deadlocks.
 * @returns by client id; contacts without an open conversation are left out.
 */
async function holdOpenConvs(
  tx: Ctx,
  { id: integrationId, type }: Pick<Integration, "id" | "type">,
  clientIds: readonly string[],
): Promise<Map<string, Conversation | "busy">> {
  const rows = await tx.db.$queryRaw<(Conversation & { openOf: string; isHeld: boolean })[]>`
    with newest as materialized (
      select distinct on (c."clientId") c."clientId", c.id from "Conversation" c
      where c."workspaceId" = ${tx.workspaceId} and c."clientId" = any(${clientIds}::uuid[])
        and c."integrationId" = ${integrationId}::uuid and not c.ended
        and starts_with(c."externalConversationId", ${groupThread("")}) is not true
        and (not ${channelOf(type).comments}::boolean or c."externalConversationId" is null)
      order by c."clientId", c."lastMessageAt" desc, c.id desc
    ), held as materialized (
      select ${columnsOf(FIELDS, "c")} from newest n
      join "Conversation" c on c."workspaceId" = ${tx.workspaceId} and c.id = n.id and c."clientId" = n."clientId" and not c.ended
      for no key update of c skip locked
    )
    select n."clientId" as "openOf", h.id is not null as "isHeld", ${columnsOf(FIELDS, "h")} from newest n left join held h on h.id = n.id`;
  return new Map(rows.map(({ openOf, isHeld, ...conv }) => [openOf, isHeld ? conv : "busy"]));
}
