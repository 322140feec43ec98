import { newId } from "../new-id.ts";
import { say } from "../say.ts";
import { errorColumns } from "../error-columns.ts";
import { expect, test } from "vitest";
import { z } from "zod";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";

const MESSAGES = `query ($input: MessagesInput!) {
  messages(input: $input) { nodes { type content contentWording error errorWording language } }
}`;
const SNOOZE = `mutation ($input: ConvSnoozeInput!) { snoozeConv(input: $input) { id } }`;
const END = `mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`;

const page = z.object({ nodes: z.array(z.object({ type: z.string() }).catchall(z.unknown())) });

test("beside what the service says in English stands what it takes to say it otherwise; beside people's words nothing", async () => {
  const { workspaceId } = await createTestWorkspace();
  const { id: integrationId } = await createTestIntegration(workspaceId);
  const customer = customerSystem(integrationId);
  const { conversationId: convId } = await customer.text("maria", "Assigned to Ana");
  const { api } = await createTestMember(workspaceId, "AGENT");
  await api.ok(SNOOZE, { convId });
  await api.ok(END, { convId, integrationId });
  await database().message.updateMany({
    where: { workspaceId, convId, type: "text" },
    data: errorColumns(say("provider.metaSays", { details: "no such page" })),
  });

  const { nodes } = page.parse(await api.ok(MESSAGES, { convId }));
  expect(nodes.find(({ type }) => type === "text")).toMatchObject({
    content: "Assigned to Ana",
    contentWording: null,
    errorWording: { code: "provider.metaSays", params: { details: "no such page" } },
  });
  expect(nodes.filter(({ type }) => type === "note")).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ contentWording: { code: "line.snoozedUntilAnswer", params: {} }, language: null }),
      expect.objectContaining({ contentWording: { code: "line.ended", params: {} } }),
    ]),
  );

  const { errors } = await api.call(SNOOZE, { convId: newId() });
  expect(errors).toMatchObject([
    { extensions: { code: "NOT_FOUND", wording: { code: "refusal.notFound.conversation", params: {} } } },
  ]);
});
