import { parse } from "csv-parse/sync";
import { beforeAll, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { customerSystem } from "../testing/custom-channel.ts";
import {
  createTestAgentKey,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
} from "../testing/factories.ts";
import { askApp } from "../testing/ask-app.ts";

/** More than one read batch. */
const MANY = 520;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let integrationId: string;
let mia: Awaited<ReturnType<typeof createTestMember>>;
const ids: Record<string, string> = {};

beforeAll(async () => {
  const db = database();
  workspace = await createTestWorkspace();
  ({ workspaceId } = workspace);
  ({ id: integrationId } = await createTestIntegration(workspaceId, { name: "-Shop" }));
  const customer = customerSystem(integrationId);
  mia = await createTestMember(workspaceId, "AGENT");
  const { agentId: anaId } = await createTestAgentKey(workspaceId, "Ana");
  const { id: stageId } = await db.tag.create({ data: { workspaceId, tag: "Shipping", type: "convStage" } });
  for (const name of ["free", "mine", "others"]) {
    const said = await customer.text(PHONE[name]?.slice(1) ?? "", "Hello", {
      clientInfo: { name, phone: PHONE[name] },
    });
    ids[name] = said.conversationId;
  }
  const set = (name: string, data: object) =>
    db.conversation.update({ where: { workspaceId_id: { workspaceId, id: ids[name] ?? "" } }, data });
  await set("mine", { assigneeId: mia.agentId, orderNo: "=1+1", tags: ["vip", "@home"], stageId, ...RATED });
  await set("others", { assigneeId: anaId });
});

const RATED = { rating: 4, ratedAt: new Date("2026-03-10T09:00:00Z"), ratingComment: "=Quick" };
const PHONE: Record<string, string> = { free: "+48600100200", mine: "+48600100300", others: "+48600100400" };

function ask(search = "", headers: Record<string, string> = { authorization: workspace.apiKey }): Promise<Response> {
  return askApp(
    new Request(`http://localhost:3000/export/conversations?workspaceId=${workspaceId}${search}`, { headers }),
  );
}
const asMia = () => ({ authorization: `Bearer ${mia.token}` });
const filter = (field: string, op: string, values: string[]) =>
  `&filter=${encodeURIComponent(JSON.stringify({ any: [{ all: [{ field, op, values }] }] }))}`;

async function rowsOf(response: Response): Promise<Record<string, string>[]> {
  expect(response.status).toBe(200);
  const text = Buffer.from(await response.arrayBuffer()).toString();
  expect(text.startsWith("\uFEFFid,createdAt,")).toBe(true);
  return parse(text, { columns: true, bom: true });
}
const namesIn = async (response: Response) => (await rowsOf(response)).map(({ clientName }) => clientName);

describe("GET /export/conversations", () => {
  test("what a list tells of each, newest first, formulas disarmed, and the record of who took it", async () => {
    const rows = await rowsOf(await ask("&view=all"));
    expect(rows.map(({ clientName }) => clientName)).toEqual(["others", "mine", "free"]);
    expect(rows[0]).toMatchObject({ assignee: "Ana", id: ids.others });
    expect(rows[1]).toMatchObject({
      channel: "'-Shop",
      channelType: "CUSTOM",
      clientPhone: "'+48600100300",
      orderNo: "'=1+1",
      tags: "vip|@home",
      stage: "Shipping",
      rating: "4",
      ratedAt: "2026-03-10T09:00:00.000Z",
      ratingComment: "'=Quick",
      endedAt: "",
    });
    const [record] = await database().auditEntry.findMany({ where: { workspaceId, action: "exportConversations" } });
    expect(record).toMatchObject({ actorKind: "workspaceKey", after: { choice: expect.stringContaining('"all"') } });
  });

  test("the view, the filter, the search and the named ones choose as they do in the list", async () => {
    expect(await namesIn(await ask("&tags=vip"))).toEqual(["mine"]);
    expect(await namesIn(await ask("&search=oTHer"))).toEqual(["others"]);
    expect(await namesIn(await ask(filter("orderNo", "is", ["=1+1"])))).toEqual(["mine"]);
    expect(await namesIn(await ask(`&view=unassigned&integrationId=${integrationId}`))).toEqual(["free"]);
    expect(await namesIn(await ask(`&ids=${ids.free}&ids=${ids.others}`))).toEqual(["others", "free"]);
    expect(await namesIn(await ask("&ids=no-id-at-all"))).toEqual([]);
  });

  test("an AGENT's file holds their own and nobody's, masked, however they ask", async () => {
    const rows = await rowsOf(await ask("", asMia()));
    expect(rows.map(({ clientName }) => clientName)).toEqual(["mine", "free"]);
    expect(rows.map(({ clientPhone }) => clientPhone)).toEqual(["'+48•••••••00", "'+48•••••••00"]);
    expect(JSON.stringify(rows)).not.toContain("600100");
    expect(await namesIn(await ask(`&ids=${ids.others}`, asMia()))).toEqual([]);
    expect(await namesIn(await ask("&search=600100400", asMia()))).toEqual([]);
  });

  test.each([
    ["&view=theirs", "input.view"],
    ["&filter=no", "input.filter"],
    [filter("colour", "is", ["red"]), "input.filter.any.0.all.0.field"],
    [filter("owner", "is", ["Ana"]), "input.filter.any.0.all.0.values.0"],
    ["&tags=%00", "input.tags.0"],
    [`&${Array.from({ length: 201 }, () => "ids=x").join("&")}`, "input.ids"],
  ])("a wrong %s is named", async (search, path) => {
    const response = await ask(search);
    expect(response.status).toBe(422);
    expect(JSON.stringify(await response.json())).toContain(`"${path}"`);
  });

  test("a file longer than a batch holds everybody once; others and Gateway workspaces get none", async () => {
    const large = await createTestWorkspace();
    const channel = await createTestIntegration(large.workspaceId);
    const db = database();
    const { id: clientId } = await db.client.create({ data: { workspaceId: large.workspaceId, name: "Carla" } });
    // Many conversations with the same time, so their order depends on the id.
    const createdAt = new Date("2026-11-01T00:00:00Z");
    await db.conversation.createMany({
      data: Array.from({ length: MANY }, () => ({
        workspaceId: large.workspaceId,
        integrationId: channel.id,
        clientId,
        createdAt,
        ended: true,
        endedAt: createdAt,
      })),
    });
    const of = (workspaceId: number, authorization: string) =>
      askApp(
        new Request(`http://localhost:3000/export/conversations?workspaceId=${workspaceId}`, {
          headers: { authorization },
        }),
      );
    const rows = await rowsOf(await of(large.workspaceId, large.apiKey));
    expect(new Set(rows.map(({ id }) => id)).size).toBe(MANY);
    expect(rows).toHaveLength(MANY);
    expect((await of(workspaceId, large.apiKey)).status).toBe(403);
    const gateway = await createTestWorkspace({ plan: "GATEWAY" });
    expect(await (await of(gateway.workspaceId, gateway.apiKey)).text()).toContain("PLAN_REQUIRED");
    expect((await ask("", {})).status).toBe(401);
  });
});
