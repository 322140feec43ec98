import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

const PATCH = "mutation ($input: IntegrationPatchInput!) { patchIntegration(input: $input) { marketingApi } }";
const SEND = "mutation ($input: SendNotificationInput!) { sendNotification(input: $input) { messageId } }";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
let clientId: string;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  channel = await createMetaChannel(workspace.workspaceId, "WHATSAPP");
  for (const [name, category] of Object.entries({ sale: "MARKETING", receipt: "UTILITY" })) {
    await database().messageTemplate.create({
      data: {
        ...{ workspaceId: workspace.workspaceId, integrationId: channel.integration.id, id: metaId(), name, category },
        ...{ language: "en", status: "APPROVED", components: [{ type: "BODY", text: "Hi" }] },
      },
    });
  }
  await database().integration.updateMany({
    where: { id: channel.integration.id },
    data: { templatesFetchedAt: new Date() },
  });
  const ida = { waId: `4790${randomInt(100_000, 1_000_000)}`, userId: `NO.${metaId()}` };
  await channel.bring(whatsappEntry(channel.number, whatsappMessage(ida, { type: "text", text: { body: "Hello" } })));
  ({ id: clientId } = await database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } }));
});

/** Whether each of them leaves by the Marketing Messages API. */
async function ways(...templates: string[]): Promise<boolean[]> {
  const seen: boolean[] = [];
  for (const templateName of templates) {
    await workspace.api.ok(SEND, { integrationId: channel.integration.id, clientId, templateName });
    const sends = await claimDue();
    seen.push(...sends.map(({ message }) => message.isByMarketingApi));
    await database().sendQueue.deleteMany({ where: { workspaceId: workspace.workspaceId } });
  }
  return seen;
}
const patch = (marketingApi: boolean) => ({ id: channel.integration.id, marketingApi });

test("marketing templates go by the Marketing Messages API where it is switched on, and nothing else does", async () => {
  expect(await ways("sale", "receipt")).toEqual([false, false]);
  expect(await workspace.api.ok(PATCH, patch(true))).toEqual({ marketingApi: true });
  expect(await ways("sale", "receipt")).toEqual([true, false]);
  expect(await workspace.api.ok(PATCH, patch(false))).toEqual({ marketingApi: false });
  expect(await ways("sale")).toEqual([false]);
});

test("a channel whose provider has no such thing does not take the setting", async () => {
  const { integration } = await createMetaChannel(workspace.workspaceId, "INSTAGRAM");
  expect(await workspace.api.refusal(PATCH, { id: integration.id, marketingApi: true })).toMatchObject({
    code: "BAD_INPUT",
    message: "Instagram has no API of its own for marketing templates",
    paths: ["input.marketingApi"],
  });
});
