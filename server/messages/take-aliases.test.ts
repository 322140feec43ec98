import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { v7 as uuidv7 } from "uuid";
import { whatsappEcho, whatsappEntry, whatsappMessage, whatsappStatus } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { createTestClient, createTestWorkspace } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

let workspaceId: number;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
let ida: { waId: string; userId: string };
beforeEach(async () => {
  ({ workspaceId } = await createTestWorkspace());
  channel = await createMetaChannel(workspaceId, "WHATSAPP");
  ida = { waId: phone(), userId: `NO.${metaId()}` };
});

/** A Norwegian mobile number. */
const phone = () => `4790${randomInt(100_000, 1_000_000)}`;
const text = (body: string) => ({ type: "text", text: { body } });
const wrote = (from: { waId?: string; userId?: string }, content: { type: string } & Record<string, unknown>) =>
  channel.bring(whatsappEntry(channel.number, whatsappMessage(from, content)));
const clients = () => database().client.findMany({ where: { workspaceId }, orderBy: { createdAt: "asc" } });
const notes = async () =>
  (await database().message.findMany({ where: { workspaceId, type: "note" } })).map(({ content }) => content);

/** A template that was sent to the contact's number: the status of it names the id of the person, who hides the number. */
async function sent(number: string) {
  const client = await createTestClient(workspaceId, { externalClientId: `+${number}`, phone: `+${number}` });
  const { id: integrationId } = channel.integration;
  const place = { workspaceId, integrationId, clientId: client.id };
  const conv = await database().conversation.create({ data: { ...place, lastSeq: 1, dormant: true } });
  const wamid = `wamid.${uuidv7()}`;
  await database().message.create({
    data: {
      ...{ ...place, convId: conv.id, seq: 1, content: "Hi", type: "text", isAgent: true, createdBy: "SYSTEM" },
      ...{ status: "sent", externalMessageId: wamid },
    },
  });
  const { statuses } = whatsappStatus({ wamid, body: { to: number } }, "delivered");
  return { client, conv, status: { ...statuses[0], recipient_user_id: ida.userId } };
}

test("who was written to by number and answers under an id is the same contact, in the same conversation", async () => {
  const { client, conv, status } = await sent(ida.waId);
  await channel.bring(whatsappEntry(channel.number, { statuses: [status] }));
  await wrote({ userId: ida.userId }, text("Yes, please"));
  expect(await clients()).toHaveLength(1);
  const answer = await database().message.findFirstOrThrow({ where: { workspaceId, isAgent: false } });
  expect(answer).toMatchObject({ clientId: client.id, convId: conv.id });
  expect(await notes()).toEqual([]);
});

test("an id that another contact has stays there, and a note names both, once", async () => {
  await wrote({ userId: ida.userId }, text("Hello"));
  const [other] = await clients();
  const { client, status } = await sent(ida.waId);
  await channel.bring(whatsappEntry(channel.number, { statuses: [status] }));
  await channel.bring(whatsappEntry(channel.number, { statuses: [{ ...status, status: "read" }] }));
  expect(await clients()).toHaveLength(2);
  const where = { workspaceId, scope: "bsuid" };
  expect(await database().clientIdentity.findMany({ where })).toMatchObject([{ clientId: other?.id }]);
  const lines = await database().message.findMany({ where: { workspaceId, type: "note", clientId: client.id } });
  expect(lines.map(({ content }) => content)).toEqual([expect.stringMatching(/If they are one person, merge/)]);
});

test("an echo names both; so does a number that was asked for, but no other card", async () => {
  await channel.bring(whatsappEcho(channel.number, ida, text("From the phone")));
  await wrote({ userId: ida.userId }, text("Hello"));
  await wrote({ waId: ida.waId }, text("Hello again"));
  expect(await clients()).toHaveLength(1);

  const eva = { waId: phone(), userId: `NO.${metaId()}` };
  const card = (origin: string, wa_id: string) => ({
    type: "contacts",
    contacts: [{ origin, phones: [{ phone: `+${wa_id}`, wa_id, type: "CELL" }] }],
  });
  await wrote({ userId: eva.userId }, card("other", phone()));
  await wrote({ userId: eva.userId }, card("contact_request", eva.waId));
  await wrote({ waId: eva.waId }, text("It is me"));
  const all = await clients();
  expect(all).toHaveLength(2);
  const names = await database().clientIdentity.findMany({ where: { workspaceId, clientId: all[1]?.id ?? "" } });
  expect(names.map(({ externalId }) => externalId).sort()).toEqual([eva.waId, eva.userId].sort());
});
