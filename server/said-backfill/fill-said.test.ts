import { expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestWorkspace } from "../testing/factories.ts";
import { fillSaid } from "./fill-said.ts";

test("older rows get the sentences of their English; what people wrote gets none", async () => {
  const { workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const { conversationId: convId } = await customerSystem(integrationId).text("maria", "Assigned to Ana");
  const db = database();
  const client = await db.client.findFirstOrThrow({ where: { workspaceId } });
  const place = { workspaceId, convId, clientId: client.id, integrationId, isAgent: true, createdBy: "SYSTEM" };
  await db.message.createMany({
    data: [
      { ...place, seq: 900, type: "note", noteType: "system", content: "Added the tags vip, new", status: "delivered" },
      {
        ...place,
        seq: 901,
        type: "text",
        content: "Hello",
        status: "failed",
        error: "Given up after 2 attempts: Connection refused",
      },
    ],
  });
  await db.integration.updateMany({
    where: { workspaceId },
    data: { lastError: "Messages do not come in: Meta says: no such page" },
  });

  // A worker skips a table that another worker is processing, and does not retry at once.
  await db.saidBackfill.create({ data: { table: "Integration" } });
  await db.$transaction(async (tx) => {
    await tx.$queryRaw`select 1 from "SaidBackfill" for update`;
    expect(await fillSaid()).toBe(false);
  });

  while (await fillSaid());

  const messages = await db.message.findMany({ where: { workspaceId, convId } });
  const said = (content: string) => messages.find((message) => message.content === content);
  expect(said("Added the tags vip, new")).toMatchObject({
    contentSaid: { code: "line.tagsAdded", params: { count: 2, tags: "vip, new" } },
  });
  expect(said("Assigned to Ana")).toMatchObject({ contentSaid: null, errorSaid: null });
  expect(said("Hello")).toMatchObject({
    contentSaid: null,
    errorSaid: { code: "sending.givenUp", params: { count: 2, why: { code: "net.refused", params: {} } } },
  });
  expect(await db.integration.findFirstOrThrow({ where: { workspaceId } })).toMatchObject({
    lastErrorSaid: {
      code: "check.notComingIn",
      params: { why: { code: "provider.metaSays", params: { details: "no such page" } } },
    },
  });
  const places = await db.saidBackfill.findMany();
  expect(places).toHaveLength(5);
  expect(places.every(({ doneAt }) => doneAt !== null)).toBe(true);
});
