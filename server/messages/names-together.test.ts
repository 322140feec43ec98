import { randomInt } from "node:crypto";
import { beforeEach, describe, expect, test } from "vitest";
import {
  whatsappEcho,
  whatsappEntry,
  whatsappMessage,
  whatsappRotation,
  whatsappStatus,
} from "../../simulator/graph-webhook.ts";
import { forgetClients } from "../clients/forget-clients.ts";
import { database, inTransaction } from "../db.ts";
import { createTestClient, createTestIntegration, createTestWorkspace, testCtx } from "../testing/factories.ts";
import type { Api } from "../testing/api.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

let workspaceId: number;
let api: Api;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
let ida: { waId: string; userId: string };
beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
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

describe("an id that WhatsApp names when it reports on our message", () => {
  const toldNames = () => database().toldName.findMany({ where: { workspaceId } });
  const answers = () => database().message.findMany({ where: { workspaceId, isAgent: false }, orderBy: { id: "asc" } });
  const stranger = () => ({ waId: phone(), userId: `NO.${metaId()}` });

  /** A contact who never wrote gets a message to their number. */
  async function writtenTo({ waId } = ida) {
    const client = await createTestClient(workspaceId, { phone: `+${waId}` });
    const place = { workspaceId, clientId: client.id, integrationId: channel.integration.id };
    const conv = await database().conversation.create({ data: { ...place, clientAddress: waId, lastSeq: 1 } });
    const own = {
      convId: conv.id,
      seq: 1,
      type: "text",
      content: "Your order",
      isAgent: true,
      createdBy: "t",
    } as const;
    const message = await database().message.create({ data: { ...place, ...own, status: "pending" } });
    const body = { to: waId, biz_opaque_callback_data: message.id };
    return { client, conv, sent: { wamid: `wamid.${metaId()}`, body } };
  }
  type Sent = Awaited<ReturnType<typeof writtenTo>>["sent"];

  /** WhatsApp reports on it. */
  async function reportOn(sent: Sent, { userId }: { userId: string } = ida, statuses = ["sent", "delivered", "read"]) {
    for (const status of statuses) {
      await channel.bring(whatsappEntry(channel.number, whatsappStatus(sent, status, { userId })));
    }
  }

  test("finds the contact who answers under it, in the same conversation", async () => {
    const { client, conv, sent } = await writtenTo();
    await reportOn(sent);
    expect(await toldNames()).toMatchObject([{ scope: "bsuid", externalId: ida.userId, clientId: client.id }]);
    await wrote({ userId: ida.userId }, text("Thank you"));
    expect(await clients()).toHaveLength(1);
    expect(await answers()).toMatchObject([{ content: "Thank you", clientId: client.id, convId: conv.id }]);
    // From now on it is theirs like any other.
    expect(await toldNames()).toEqual([]);
    const names = await database().clientIdentity.findMany({ where: { workspaceId, clientId: client.id } });
    expect(names).toMatchObject([{ scope: "bsuid", externalId: ida.userId }]);
    await wrote({ waId: ida.waId, userId: ida.userId }, text("And my number"));
    expect(await clients()).toHaveLength(1);
  });

  test("does so when both come together", async () => {
    const { client, sent } = await writtenTo();
    const status = whatsappEntry(channel.number, whatsappStatus(sent, "delivered", { userId: ida.userId }));
    const answer = whatsappEntry(channel.number, whatsappMessage({ userId: ida.userId }, text("At once")));
    await channel.bring({ ...status, changes: [answer.changes, status.changes].flat() });
    expect(await answers()).toMatchObject([{ content: "At once", clientId: client.id }]);
  });

  test("changes nothing for the other channels", async () => {
    const shop = await createTestIntegration(workspaceId);
    const { client, sent } = await writtenTo();
    await reportOn(sent);
    await database().client.updateMany({ where: { id: client.id }, data: { externalClientId: "customer-7" } });
    await customerSystem(shop.id).send({ senderId: "customer-7", content: "Hello", type: "text" });
    expect(await clients()).toHaveLength(1);
  });

  test("is not taken from the contact who writes under it, and not from a message that was only read", async () => {
    await wrote({ userId: ida.userId }, text("I was here first"));
    const [first] = await clients();
    await reportOn((await writtenTo()).sent);
    expect(await toldNames()).toEqual([]);
    await wrote({ userId: ida.userId }, text("It is me again"));
    expect((await answers()).map(({ clientId }) => clientId)).toEqual([first?.id, first?.id]);
    await reportOn((await writtenTo(stranger())).sent, stranger(), ["read"]);
    expect(await toldNames()).toEqual([]);
  });

  test("is told of the last contact whom it is reported for, and of nobody once it is an identity", async () => {
    await reportOn((await writtenTo(stranger())).sent);
    const { client, sent } = await writtenTo();
    await reportOn(sent);
    expect(await toldNames()).toMatchObject([{ clientId: client.id }]);
    // The number is shown after all.
    await wrote(ida, text("Hello"));
    expect(await toldNames()).toEqual([]);
    expect(await answers()).toMatchObject([{ clientId: client.id }]);
  });

  test("goes on to the id that replaces it", async () => {
    const { client, sent } = await writtenTo();
    await reportOn(sent);
    const current = `NO.${metaId()}`;
    await channel.bring(whatsappRotation(channel.number, { userId: ida.userId }, current));
    await wrote({ userId: current }, text("Thank you"));
    expect(await answers()).toMatchObject([{ clientId: client.id }]);
  });

  test("leads to the contact that theirs was merged into, and back when that is undone", async () => {
    const { client, sent } = await writtenTo();
    await reportOn(sent);
    const survivor = await createTestClient(workspaceId, { name: "Ida", phone: `+${phone()}` });
    const merge = "mutation ($input: ClientMergeInput!) { mergeClients(input: $input) { id } }";
    await api.ok(merge, { id: survivor.id, sourceIds: [client.id] });
    await reportOn(sent, ida, ["delivered"]);
    await wrote({ userId: ida.userId }, text("Thank you"));
    const undo = "mutation ($input: MergeUndoInput!) { undoMerge(input: $input) { id } }";
    const { id } = await database().clientMerge.findFirstOrThrow({ where: { workspaceId } });
    await api.ok(undo, { mergeId: id });
    await wrote({ userId: ida.userId }, text("Thank you again"));
    expect((await answers()).at(-1)?.clientId).toBe(client.id);
  });

  test("is erased with the contact, and does not come back with a late report", async () => {
    const { client, sent } = await writtenTo();
    await reportOn(sent, ida, ["sent"]);
    expect(await toldNames()).toHaveLength(1);
    await inTransaction(testCtx(workspaceId), (tx) => forgetClients(tx, [client.id], "test"));
    await reportOn(sent, ida, ["delivered"]);
    expect(await toldNames()).toEqual([]);
    await wrote({ userId: ida.userId }, text("Somebody new"));
    expect((await answers()).at(-1)?.clientId).not.toBe(client.id);
  });
});
