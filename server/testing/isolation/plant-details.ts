import { randomUUID } from "node:crypto";
import { database } from "../../db.ts";
import type { World } from "./world.ts";

/** Contact details by kind. The contacts' external ids are such details themselves. */
export type Planted = Record<"phone" | "email" | "address" | "emailId" | "numberId" | "scopedId" | "thread", string[]>;

/** Gives every contact of the world unique details and removes its name, so its number or id is shown in place of the name. */
export async function plantDetails({ workspaceId, ids }: World): Promise<Planted> {
  const db = database();
  const found: Planted = { phone: [], email: [], address: [], emailId: [], numberId: [], scopedId: [], thread: [] };
  const clients = await db.client.findMany({ where: { workspaceId, isPlayground: false } });
  for (const [index, { id }] of clients.entries()) {
    const number = String(5_110_000 + index);
    const own = {
      phone: `+4869${number}`,
      email: `${number}.mail@planted.example`,
      address: `Planted Street ${number}`,
      emailId: `${number}.id@planted.example`,
      numberId: `4879${number}`,
      scopedId: `custom:${randomUUID()}:+4888${number}`,
    };
    const kind = (["emailId", "numberId", "scopedId"] as const)[index % 3] ?? "emailId";
    const { phone, email, address } = own;
    const externalClientId = own[kind];
    // Without a number, every second contact is shown by its external id.
    await db.client.update({
      where: { workspaceId_id: { workspaceId, id } },
      data: { name: null, surname: null, phone: index % 2 ? null : phone, email, address, externalClientId },
    });
    if (index % 2 === 0) found.phone.push(phone);
    found.email.push(email);
    found.address.push(address);
    // A scope is not a detail, but the id after it is.
    found[kind].push(externalClientId.split(":").at(-1) ?? "");
    if (id === ids.client) ids.externalClientId = externalClientId;
  }
  for (const [index, identity] of (await db.clientIdentity.findMany({ where: { workspaceId } })).entries()) {
    const { scope, externalId: before } = identity;
    const externalId = index % 2 ? `4860522${1_000 + index}` : `identity.${index}@planted.example`;
    found[index % 2 ? "numberId" : "emailId"].push(externalId);
    await db.clientIdentity.update({
      where: { workspaceId_scope_externalId: { workspaceId, scope, externalId: before } },
      data: { externalId },
    });
  }
  const thread = `thread.${randomUUID()}@planted.example`;
  found.thread.push(thread);
  await db.conversation.update({
    where: { workspaceId_id: { workspaceId, id: ids.conv } },
    data: { externalConversationId: thread },
  });
  ids.externalConversationId = thread;
  const phone = "+48695999999";
  await db.client.update({ where: { workspaceId_id: { workspaceId, id: ids.client } }, data: { phone } });
  found.phone.push(phone);
  return found;
}
