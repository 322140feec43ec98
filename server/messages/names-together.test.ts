import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { whatsappEcho, whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
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

test("an echo names both ids; so does a number that was asked for, but no other card", async () => {
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
