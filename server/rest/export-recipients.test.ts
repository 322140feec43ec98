import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import {
  createTestClient,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";

/** More than two read batches of the export. */
const MANY = 450;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let broadcastId: string;

beforeAll(async () => {
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  const { id: integrationId } = await createTestIntegration(workspaceId);
  ({ id: broadcastId } = await database().broadcast.create({
    data: { workspaceId, integrationId, name: "Sale", state: "completed", templateName: "sale", createdBy: "test" },
  }));
  const evil = await createTestClient(workspaceId, { name: "=HYPERLINK(1)", phone: "+48600100200" });
  const clients = Array.from({ length: MANY }, (_, index) => ({
    workspaceId,
    name: `Carla ${index}`,
    externalClientId: `c-${index}`,
  }));
  const made = await database().client.createManyAndReturn({ data: clients, select: { id: true } });
  await database().broadcastRecipient.createMany({
    data: [
      { workspaceId, broadcastId, clientId: evil.id, error: "-refused" },
      ...made.map(({ id: clientId }) => ({ workspaceId, broadcastId, clientId })),
    ],
  });
});

function ask(search = "", headers: Record<string, string> = { authorization: workspace.apiKey }): Promise<Response> {
  const query = `workspaceId=${workspaceId}&broadcastId=${broadcastId}${search}`;
  return askApp(new Request(`http://localhost:3000/export/broadcast-recipients?${query}`, { headers }));
}

async function rowsOf(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  return parse(Buffer.from(await response.arrayBuffer()).toString(), { columns: true, bom: true });
}

describe("GET /export/broadcast-recipients", () => {
  test("everybody, each once, over all pages", async () => {
    const rows = await rowsOf(await ask());
    expect(rows).toHaveLength(MANY + 1);
    expect(new Set(rows.map(({ clientId }) => clientId)).size).toBe(MANY + 1);
    const [record] = await database().auditEntry.findMany({
      where: { workspaceId, action: "exportBroadcastRecipients" },
    });
    expect(record).toMatchObject({ targetId: broadcastId });
  });

  test("those with one outcome, with their reason, formulas disarmed", async () => {
    expect(await rowsOf(await ask("&outcome=failed"))).toMatchObject([
      { name: "'=HYPERLINK(1)", phone: "'+48600100200", outcome: "failed", reason: "'-refused", attempts: "0" },
    ]);
    expect(await rowsOf(await ask("&outcome=read"))).toEqual([]);
    expect((await ask("&outcome=lost")).status).toBe(422);
  });

  test("a broadcast of another workspace is answered as one that never was", async () => {
    const other = await createTestWorkspace();
    const headers = { authorization: other.apiKey };
    const of = (id: string) =>
      askApp(
        new Request(
          `http://localhost:3000/export/broadcast-recipients?workspaceId=${other.workspaceId}&broadcastId=${id}`,
          {
            headers,
          },
        ),
      );
    const [theirs, never] = [await of(broadcastId), await of("00000000-0000-7000-8000-000000000000")];
    expect([theirs.status, await theirs.text()]).toEqual([404, await never.text()]);
  });

  test("not for an agent, nor for nobody", async () => {
    const agent = await createTestMember(workspaceId, "AGENT");
    expect((await ask("", { authorization: `Bearer ${agent.token}` })).status).toBe(403);
    expect((await ask("", {})).status).toBe(401);
  });
});
