import { randomInt } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { whatsappEntry, whatsappMessage } from "../../simulator/graph-webhook.ts";
import { database } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { createMetaChannel, metaId } from "../testing/meta-channel.ts";

const PREFLIGHT = `query ($input: BroadcastPreflightInput!) {
  broadcastPreflight(input: $input) { recipientCount leftOut { reason count } } }`;
const CLIENT =
  "query ($input: ClientInput!) { client(input: $input) { optedOutAt identities { marketingStoppedOn } } }";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let channel: Awaited<ReturnType<typeof createMetaChannel>>;
let ida: { waId: string; userId: string };
beforeEach(async () => {
  workspace = await createTestWorkspace();
  channel = await createMetaChannel(workspace.workspaceId, "WHATSAPP");
  ida = { waId: `4790${randomInt(100_000, 1_000_000)}`, userId: `NO.${metaId()}` };
  await template("sale", "MARKETING");
  await template("receipt", "UTILITY");
  await channel.bring(whatsappEntry(channel.number, whatsappMessage(ida, { type: "text", text: { body: "Hello" } })));
});

const template = (name: string, category: string) =>
  database().messageTemplate.create({
    data: {
      ...{ workspaceId: workspace.workspaceId, integrationId: channel.integration.id, id: metaId(), name, category },
      ...{ language: "en", status: "APPROVED", components: [{ type: "BODY", text: "Hi" }] },
    },
  });
const secondsAgo = (seconds: number) => Math.floor(Date.now() / 1_000) - seconds;
/** As Meta sends it. Not every notice names both ids. */
const prefers = (
  value: string,
  timestamp: number,
  who: { wa_id?: string; user_id?: string },
  category = "marketing_messages",
) =>
  channel.bring(
    whatsappEntry(
      channel.number,
      { user_preferences: [{ ...who, category, value, timestamp, detail: "User preference" }] },
      "user_preferences",
    ),
  );
const both = () => ({ wa_id: ida.waId, user_id: ida.userId });
const preflight = (templateName: string) =>
  workspace.api.ok(PREFLIGHT, { integrationId: channel.integration.id, templateName, templateLang: "en" });
const notes = async () =>
  (await database().message.findMany({ where: { workspaceId: workspace.workspaceId, type: "note" } })).map(
    ({ content }) => content,
  );

const ALL = { recipientCount: 1, leftOut: [] };
const LEFT_OUT = { recipientCount: 0, leftOut: [{ reason: "stoppedMarketing", count: 1 }] };

test("who stops marketing is left out of marketing broadcasts of this channel, and of nothing else", async () => {
  expect(await preflight("sale")).toEqual(ALL);
  await prefers("stop", secondsAgo(20), both());
  expect(await preflight("sale")).toEqual(LEFT_OUT);
  expect(await preflight("receipt")).toEqual(ALL);
  const { id } = await database().client.findFirstOrThrow({ where: { workspaceId: workspace.workspaceId } });
  expect(await workspace.api.ok(CLIENT, { id })).toEqual({
    optedOutAt: null,
    identities: [1, 2].map(() => ({ marketingStoppedOn: [channel.integration.id] })),
  });
  // A repetition adds nothing, and an older notice changes nothing.
  await prefers("stop", secondsAgo(20), both());
  await prefers("resume", secondsAgo(30), both());
  expect(await preflight("sale")).toEqual(LEFT_OUT);
  expect(await notes()).toEqual(["The contact stopped marketing messages on WhatsApp"]);
});

test("a notice that names only one of their ids takes it back; other notices are none", async () => {
  await prefers("stop", secondsAgo(20), both());
  await prefers("resume", secondsAgo(10), { user_id: ida.userId }, "utility_messages");
  await prefers("signup", secondsAgo(10), both());
  await prefers("resume", secondsAgo(10), { user_id: metaId() });
  expect(await preflight("sale")).toEqual(LEFT_OUT);
  await prefers("resume", secondsAgo(5), { user_id: ida.userId });
  expect(await preflight("sale")).toEqual(ALL);
  expect((await notes()).at(-1)).toBe("The contact takes marketing messages on WhatsApp again");
});
