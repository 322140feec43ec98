import { expect, test } from "vitest";
import { database } from "../db.ts";
import { PAYLOADS, type WebhookEventName } from "../events/payloads.ts";
import { WebhookEvent } from "../generated/prisma/enums.ts";
import { addMessage } from "../messages/add-message.ts";
import { endConv } from "../conversations/end-conv.ts";
import { receiveMessage } from "../messages/receive-message.ts";
import { updateMessageStatuses } from "../sending/update-message-status.ts";
import { patchClient } from "../clients/patch-client.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { webhookCatalogue } from "./catalogue.ts";
import { sampleEvent } from "./sample-event.ts";

const NAMES = Object.keys(PAYLOADS) as WebhookEventName[];

test("every event that a webhook can choose has a payload, in the order of its schema", () => {
  expect([...NAMES, "ANY_EVENT"].sort()).toEqual(Object.values(WebhookEvent).sort());
  for (const { name, fields, example } of webhookCatalogue()) {
    const order = fields.map((field) => field.name).filter((field) => field in example);
    expect(Object.keys(example), name).toEqual(order);
  }
});

test.each(NAMES)("a test of %s is of its schema", (name) => {
  expect(() => PAYLOADS[name].parse(sampleEvent(name, 1, new Date()).payload)).not.toThrow();
});

test("what happens is told in payloads of their schemas, with no field besides", async () => {
  const { workspaceId, ctx } = await createTestWorkspace();
  const { actor } = await createTestMember(workspaceId, "ADMIN");
  const person = { ...ctx, plan: "PREMIUM" as const, actor };
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const customer = customerSystem(integrationId);
  // The first is stored by the single statement, the second by the transaction, because it needs lookups.
  const { conversationId: convId, clientId } = await customer.text("maria", "Hello", { clientInfo: { name: "Maria" } });
  const integration = await database().integration.findFirstOrThrow({ where: { workspaceId, id: integrationId } });
  await receiveMessage(ctx, integration, {
    ...{ senderId: "joan", type: "text", content: "Hello", profile: {}, providerAt: null },
    ...{ externalMessageId: null, externalConversationId: null },
    ...{ sourceType: "ad", sourceUrl: "https://example.com/ad" },
    ad: { id: "7", headline: "Shoes", text: null, clickId: null, pictureUrl: null },
    replyTo: { id: null, content: "before", type: "text" },
  });
  await customer.text("maria", "Are you there?");
  const { id: messageId } = await addMessage(person, { convId, content: "Yes", type: "text" });
  await addMessage(person, { convId, content: "A note", type: "note" });
  const sent = { messageId, externalMessageId: "x-1", status: "sent", at: new Date() } as const;
  await updateMessageStatuses(ctx, integrationId, [sent]);
  await patchClient(person, { id: clientId, surname: "Garcia" });
  await endConv(person, { convId, integrationId });
  const events = await database().event.findMany({ where: { workspaceId, name: { in: NAMES } } });
  expect([...new Set(events.map(({ name }) => name))].sort()).toEqual(NAMES.toSorted());
  for (const { name, payload } of events) {
    const { error } = PAYLOADS[name as WebhookEventName].safeParse(payload);
    expect(error?.issues ?? [], `${name} ${JSON.stringify(payload)}`).toEqual([]);
  }
});

test("the catalogue says each field's type, and which may be left out", () => {
  const fields = webhookCatalogue().find(({ name }) => name === "NEW_CLIENT")?.fields ?? [];
  expect(
    Object.fromEntries(fields.map(({ name, type, isOptional }) => [name, `${type}${isOptional ? "?" : ""}`])),
  ).toMatchObject({
    ...{
      event: '"NEW_CLIENT"',
      workspaceId: "integer",
      id: "string (uuid)",
      tags: "string[]",
      stageId: "string (uuid) | null",
    },
    ...{ createdAt: "string (date-time)", sourceUrl: "string?", debug: "true?" },
  });
});
