import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { onEphemeral, type Ephemeral, type OwnNews, type Presence, type Typing } from "../events/ephemeral.ts";
import {
  createTestClient,
  createTestConv,
  createTestIntegration,
  createTestMember,
  createTestWorkspace,
  testCtx,
} from "../testing/factories.ts";
import { notifyAgent } from "./notify-agent.ts";
import { visibleEphemeral } from "./visible-ephemeral.ts";

const PRESENCE = "mutation ($input: ConvPresenceInput!) { tellPresence(input: $input) { id } }";

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let workspaceId: number;
let heard: Ephemeral[];
let stopHearing: () => void;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  workspaceId = workspace.workspaceId;
  heard = [];
  stopHearing = onEphemeral(workspaceId, (news) => heard.push(news));
});
afterEach(() => stopHearing());

async function conv(assigneeId: string | null = null): Promise<string> {
  const [client, integration] = [await createTestClient(workspaceId), await createTestIntegration(workspaceId)];
  return (await createTestConv(workspaceId, { clientId: client.id, integrationId: integration.id, assigneeId })).id;
}

describe("tellPresence", () => {
  test("tells who is at the conversation, with their name", async () => {
    const ana = await createTestMember(workspaceId, "AGENT");
    const convId = await conv();
    for (const state of ["viewing", "typing", "left"]) await ana.api.ok(PRESENCE, { convId, state });
    const news = { workspaceId, convId, assigneeId: null, kind: "presence", agentId: ana.agentId };
    expect(heard).toEqual(["viewing", "typing", "left"].map((state) => ({ ...news, state, name: expect.any(String) })));
  });

  test("is refused where the agent may not see the conversation, and to keys without an agent; nobody hears of it", async () => {
    const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    const convId = await conv(ana.agentId);
    expect(await ben.api.refusal(PRESENCE, { convId, state: "viewing" })).toMatchObject({ code: "NOT_FOUND" });
    expect(await workspace.api.refusal(PRESENCE, { convId, state: "viewing" })).toMatchObject({ code: "NOT_FOUND" });
    expect(heard).toEqual([]);
  });
});

test("what is an agent's own is told for that agent; a key without one tells nobody", async () => {
  const ana = await createTestMember(workspaceId, "AGENT");
  const convId = await conv();
  const ctx = testCtx(workspaceId, ana.actor);
  notifyAgent(ctx, ana.agentId, "draft", convId);
  notifyAgent(ctx, null, "draft", convId);
  expect(heard).toEqual([{ workspaceId, kind: "own", agentId: ana.agentId, what: "draft", convId }]);
});

describe("visibleEphemeral", () => {
  const convId = "00000000-0000-4000-8000-000000000001";
  const place = () => ({ workspaceId, convId, assigneeId: null });
  const typing = (more: Partial<Typing>): Typing => {
    return { ...place(), kind: "typing", from: "assistant", name: "Otto", isTyping: true, ...more };
  };
  const presence = (more: Partial<Presence>): Presence => {
    return { ...place(), kind: "presence", agentId: crypto.randomUUID(), name: "Ana", state: "viewing", ...more };
  };
  const seat = async (role: "AGENT" | "ADMIN") =>
    testCtx(workspaceId, (await createTestMember(workspaceId, role)).actor);

  test("agents hear who writes; the playground's only those who may open it; what an agent writes only the client", async () => {
    const [agent, admin] = [await seat("AGENT"), await seat("ADMIN")];
    const words = (news: Typing, ctx = agent) => visibleEphemeral(ctx, news);
    expect(words(typing({}))).toEqual({ event: "typing", data: { convId, isTyping: true, assistant: "Otto" } });
    expect(words(typing({ from: "client", name: null }))).toEqual({
      event: "typing",
      data: { convId, isTyping: true },
    });
    expect(words(typing({ from: "agent" }))).toBeNull();
    expect(words(typing({ isPlayground: true }))).toBeNull();
    expect(words(typing({ isPlayground: true }), admin)).toMatchObject({ data: { assistant: "Otto" } });
  });

  test("of a colleague's presence hears who may see the conversation, and never the colleague themselves", async () => {
    const [ana, ben] = [await createTestMember(workspaceId, "AGENT"), await createTestMember(workspaceId, "AGENT")];
    const [anas, bens, admins] = [
      testCtx(workspaceId, ana.actor),
      testCtx(workspaceId, ben.actor),
      await seat("ADMIN"),
    ];
    const anaViews = presence({ agentId: ana.agentId });
    const { agentId, name, state } = anaViews;
    const line = { event: "presence", data: { convId, agentId, name, state } };
    expect([anas, bens, admins].map((ctx) => visibleEphemeral(ctx, anaViews))).toEqual([null, line, line]);
    const inAnas = presence({ assigneeId: ana.agentId });
    expect([anas, bens, admins].map((ctx) => visibleEphemeral(ctx, inAnas) !== null)).toEqual([true, false, true]);
    expect(visibleEphemeral(bens, presence({ isPlayground: true }))).toBeNull();
  });

  test("own news is for the agent alone, whatever an owner may see, and for keys of that agent", async () => {
    const [ana, admins] = [await createTestMember(workspaceId, "AGENT"), await seat("ADMIN")];
    const own: OwnNews = { workspaceId, kind: "own", agentId: ana.agentId, what: "mention", convId };
    expect(visibleEphemeral(testCtx(workspaceId, ana.actor), own)).toEqual({
      event: "own",
      data: { what: "mention", convId },
    });
    const other = testCtx(workspaceId, (await createTestMember(workspaceId, "AGENT")).actor);
    expect([admins, other].map((ctx) => visibleEphemeral(ctx, own))).toEqual([null, null]);
  });
});
