import { validate as isUuid } from "uuid";
import type { Ctx } from "../ctx.ts";
import type { Client, Message } from "../generated/prisma/client.ts";
import { inboxLoaders } from "./inbox-loaders.ts";

type Person = { name: string; surname: string | null };

/** "Ana Silva", or only the part that is known. */
export function fullName({ name, surname }: { name: string | null; surname: string | null }): string {
  return [name, surname].filter(Boolean).join(" ");
}

/** A contact's display name: full name, else phone, else external id. Pass a masked client if the viewer must not see details. */
export function clientName(client: Pick<Client, "name" | "surname" | "phone" | "externalClientId">): string {
  return fullName(client) || client.phone || client.externalClientId || "";
}

/** A message's sender, for display: agent, assistant, user, key label, contact or who wrote in a group. null: the service itself. */
export async function senderName(ctx: Ctx, message: Message): Promise<string | null> {
  const load = inboxLoaders(ctx);
  if (!message.isAgent) {
    if (message.writerName !== null) return message.writerName;
    const client = await load.client.load(message.clientId);
    return client ? clientName(client) : null;
  }
  if (message.agentId) return nameOf(await load.agent.load(message.agentId));
  if (message.aiId) return (await load.assistant.load(message.aiId))?.name ?? null;
  if (!isUuid(message.createdBy)) return null;
  const [key, user] = await Promise.all([load.apiKey.load(message.createdBy), load.user.load(message.createdBy)]);
  return key?.label ?? nameOf(user);
}

function nameOf(person: Person | null): string | null {
  return person ? fullName(person) : null;
}
