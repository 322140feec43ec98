import { randomUUID } from "node:crypto";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startGraph, type GraphStandIn } from "../../simulator/graph.ts";
import { database } from "../db.ts";
import { deliverMessage } from "../sending/deliver-message.ts";
import { sealCredentials } from "../integrations/access.ts";
import { claimDue } from "../testing/claim-due.ts";
import { createTestClient, createTestWorkspace } from "../testing/factories.ts";
import { eventually } from "../testing/receiver.ts";
import { createBroadcast } from "./create-broadcast.ts";
import { launchBroadcast } from "./launch-broadcast.ts";
import { runBroadcasts } from "./run-broadcasts.ts";

let graph: GraphStandIn;
beforeAll(async () => {
  graph = await startGraph();
  process.env.META_GRAPH_URL = graph.url;
});
afterAll(() => graph.stop());

test("a template that WhatsApp pauses in the middle of a broadcast stops it: the rest fails with the reason, unasked", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  const PROPERTIES = { accessToken: "EAAG-paused", wabaId: "500600701", phoneNumberId: "900100201" };
  graph.addNumber({ ...PROPERTIES, appSecret: "0123456789abcdef", displayPhoneNumber: "+47 900 00 101" });
  const components = [{ type: "BODY", text: "Hi {{1}}" }];
  const template = { id: "1", name: "sale", language: "en", status: "APPROVED", category: "MARKETING", components };
  graph.addAccount(PROPERTIES.wabaId, PROPERTIES.accessToken, [template]);
  const place = { workspaceId, id: randomUUID() };
  const credentials = await sealCredentials(place, { ...PROPERTIES, appSecret: "0123456789abcdef" });
  await database().integration.create({
    // So slow that one round makes only a few messages.
    data: { ...place, name: "WhatsApp", type: "WHATSAPP", state: "active", credentials, ratePerSecond: 1 },
  });
  const count = 12;
  for (let n = 0; n < count; n++) await createTestClient(workspaceId, { phone: `+47900001${10 + n}`, name: "Ida" });
  const given = { type: "body", parameters: [{ type: "text", text: "{{name}}" }] };
  const now = () => ({ ...ctx, now: new Date() });
  const input = { name: "Sale", integrationId: place.id, templateName: "sale", templateComponents: [given] };
  const { id } = await createBroadcast(now(), input);
  expect(await launchBroadcast(now(), { id })).toMatchObject({ state: "inProgress", totalCount: count });
  await runBroadcasts();
  const made = await database().message.count({ where: { workspaceId, broadcastId: id } });
  expect(made).toBeGreaterThan(0);
  expect(made).toBeLessThan(count);

  template.status = "PAUSED";
  await database().integration.updateMany({ where: { id: place.id }, data: { ratePerSecond: 70 } });
  const asked = () => graph.calls.filter(({ path }) => path.endsWith("/messages")).length;
  for (const send of await claimDue()) await deliverMessage(send, new AbortController().signal);
  expect(asked()).toBe(made);
  await eventually(
    async () => {
      await runBroadcasts();
      return (await database().broadcast.findFirstOrThrow({ where: { id } })).state === "failed";
    },
    10_000,
    () => "the broadcast did not end",
  );
  expect(asked()).toBe(made);
  expect((await database().broadcast.findFirstOrThrow({ where: { id } })).error).toContain('"sale" is PAUSED');
  const failed = await database().message.findMany({ where: { workspaceId, broadcastId: id } });
  expect(new Set(failed.map(({ status, error }) => `${status} ${error?.slice(0, 36)}`))).toEqual(
    new Set(["failed WhatsApp has paused the template for"]),
  );
  const recipients = await database().broadcastRecipient.findMany({ where: { broadcastId: id } });
  expect(recipients.filter(({ messageId }) => messageId !== null)).toHaveLength(made);
  expect(new Set(recipients.flatMap(({ error }) => error ?? []))).toEqual(
    new Set(['The template "sale" is PAUSED; only an approved one can be sent']),
  );
});
