import { createServer, type Server } from "node:http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { startSimulator, type Simulator } from "../../simulator/server.ts";
import { runBroadcasts } from "../broadcasts/run-broadcasts.ts";
import { database } from "../db.ts";
import { handleDoor } from "../http/app.ts";
import { createTestClient, createTestWorkspace } from "../testing/factories.ts";
import { takeCalls } from "../testing/take-calls.ts";
import { connectDemoChannels } from "./connect-demo-channels.ts";
import { newDemoProviders } from "./demo/provider-channels.ts";
import { NEWSLETTER } from "./demo/relations.ts";
import { freePort } from "./embedded-postgres.ts";

// The demo's channels at the simulated providers, through the product's own endpoints.

const CUSTOMER = { id: "ida", name: "Ida", surname: "Lund", phone: "+4790000001", countryCode: "NO" };
const providers = newDemoProviders();
let product: Server;
let simulator: Simulator;
let workspaceId: number;

beforeAll(async () => {
  const port = await freePort();
  const appUrl = `http://127.0.0.1:${port}`;
  product = createServer((request, response) => {
    if (!handleDoor(request, response)) response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => product.listen(port, "127.0.0.1", resolve));
  simulator = await startSimulator({ port: 0, appUrl, customers: [CUSTOMER] });
  Object.assign(process.env, {
    APP_URL: appUrl,
    META_GRAPH_URL: simulator.graphUrl,
    INSTAGRAM_GRAPH_URL: simulator.graphUrl,
    TELEGRAM_API_URL: simulator.telegramUrl,
  });
  ({ workspaceId } = await createTestWorkspace());
});
afterAll(async () => {
  await simulator.stop();
  product.closeAllConnections();
  product.close();
});

const channels = () =>
  database().integration.findMany({
    where: { workspaceId, type: { not: "CUSTOM" } },
    orderBy: { type: "asc" },
    select: { id: true, type: true, state: true, lastError: true },
  });

test("are there after a start, known to their providers, and once after many", async () => {
  await connectDemoChannels(workspaceId, simulator.url, providers);
  const made = await channels();
  expect(made.map(({ type, state, lastError }) => [type, state, lastError])).toEqual(
    ["WHATSAPP", "FACEBOOK", "INSTAGRAM", "TELEGRAM", "WEBCHAT"].map((type) => [type, "active", null]),
  );
  await connectDemoChannels(workspaceId, simulator.url, providers);
  expect(await channels()).toEqual(made);
});

test.each(["whatsapp", "messenger", "instagram", "telegram"])("let a customer in on %s", async (slug) => {
  const content = `Hello by ${slug}`;
  expect(await simulator.write(slug, CUSTOMER, { type: "text", content })).toMatchObject({
    status: "accepted",
    error: null,
  });
  await takeCalls();
  expect(await database().message.count({ where: { workspaceId, content } })).toBe(1);
});

// Last, because the simulator's channels belong to another workspace afterwards.
test("with WhatsApp comes one broadcast to who wants the newsletter: its conversations are dormant", async () => {
  const { workspaceId: own } = await createTestWorkspace();
  for (const phone of ["+4790000011", "+4790000012"])
    await createTestClient(own, { phone, name: "Nora", tags: [NEWSLETTER] });
  await createTestClient(own, { phone: "+4790000013" });
  const accounts = newDemoProviders();
  for (let start = 0; start < 2; start += 1) await connectDemoChannels(own, simulator.url, accounts);
  while (await runBroadcasts());
  expect(await database().broadcast.findMany({ where: { workspaceId: own } })).toMatchObject([
    { name: "New lamps", totalCount: 2 },
  ]);
  expect(await database().conversation.findMany({ where: { workspaceId: own } })).toMatchObject([
    { dormant: true },
    { dormant: true },
  ]);
});
