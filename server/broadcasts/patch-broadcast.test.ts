import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import type { Api } from "../testing/api.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";

const FIELDS =
  "id name integrationId state templateName templateLang templateComponents clientTags country scheduledAt";
const CREATE = `mutation ($input: BroadcastCreateInput!) { createBroadcast(input: $input) { ${FIELDS} } }`;
const PATCH = `mutation ($input: BroadcastPatchInput!) { patchBroadcast(input: $input) { ${FIELDS} } }`;
const ONE = `query ($input: BroadcastInput!) { broadcast(input: $input) { ${FIELDS} } }`;

type Broadcast = { id: string; state: string; scheduledAt: string | null };

let workspaceId: number;
let api: Api;
let integrationId: string;
let draft: Broadcast;
beforeEach(async () => {
  ({ workspaceId, api } = await createTestWorkspace());
  ({ id: integrationId } = await createTestIntegration(workspaceId));
  draft = await api.ok<Broadcast>(CREATE, {
    name: "Sale",
    integrationId,
    templateName: "sale",
    templateLang: "de",
    templateComponents: [{ type: "body", text: "{{name}}" }],
    clientTags: ["vip"],
    country: "DE",
  });
});

const stored = () => database().broadcast.findFirstOrThrow({ where: { workspaceId, id: draft.id } });

describe("patchBroadcast", () => {
  test("changes what is given, empties what is null, leaves the rest", async () => {
    const patched = await api.ok<Broadcast>(PATCH, {
      id: draft.id,
      name: " Sale 2 ",
      clientTags: ["new"],
      country: null,
    });
    expect(patched).toEqual({ ...draft, name: "Sale 2", clientTags: ["new"], country: null });
    const bare = { id: draft.id, templateLang: null, templateComponents: null, clientTags: null };
    expect(await api.ok(PATCH, bare)).toMatchObject({
      name: "Sale 2",
      templateName: "sale",
      templateLang: null,
      templateComponents: null,
      clientTags: [],
    });
    expect(await api.ok(ONE, { id: draft.id })).toMatchObject({ name: "Sale 2", templateComponents: null });
    const [record] = await database().auditEntry.findMany({ where: { workspaceId, action: "patchBroadcast" } });
    expect(record).toMatchObject({ before: { name: "Sale" }, after: { name: "Sale 2" } });
    expect(await database().event.count({ where: { workspaceId, name: "WORKSPACE_CHANGED" } })).toBeGreaterThan(1);
  });

  test("a time to come makes it scheduled, one that has passed is refused", async () => {
    const passed = { id: draft.id, scheduledAt: new Date(Date.now() - 1_000).toISOString() };
    expect(await api.refusal(PATCH, passed)).toMatchObject({ code: "BAD_INPUT", paths: ["input.scheduledAt"] });
    expect(await stored()).toMatchObject({ state: "draft", scheduledAt: null });
    const scheduledAt = new Date(Date.now() + 3_600_000).toISOString();
    expect(await api.ok(PATCH, { id: draft.id, scheduledAt })).toMatchObject({ state: "scheduled", scheduledAt });
    expect(await api.refusal(PATCH, { id: draft.id, name: "Late" })).toMatchObject({
      code: "CONFLICT",
      message: "This broadcast is scheduled; only a draft can be changed",
    });
  });

  test.each(["inProgress", "completed", "failed"] as const)("one that is %s is refused", async (state) => {
    await database().broadcast.update({ where: { workspaceId_id: { workspaceId, id: draft.id } }, data: { state } });
    expect(await api.refusal(PATCH, { id: draft.id, name: "Late" })).toMatchObject({ code: "CONFLICT" });
    expect(await stored()).toMatchObject({ name: "Sale" });
  });

  test("a retry cannot be changed", async () => {
    await database().broadcast.update({
      where: { workspaceId_id: { workspaceId, id: draft.id } },
      data: { retryOfId: draft.id },
    });
    expect(await api.refusal(PATCH, { id: draft.id, name: "Mine" })).toMatchObject({ code: "CONFLICT" });
  });

  test("what createBroadcast refuses is refused, and the draft stays as it was", async () => {
    const { id: telegram } = await database().integration.create({
      data: { workspaceId, name: "Bot", type: "TELEGRAM", state: "active", credentials: "-" },
    });
    for (const [bad, path] of [
      [{ name: " " }, "input.name"],
      [{ integrationId: telegram }, "input.templateName"],
      [{ country: "Atlantis" }, "input.country"],
    ] as const) {
      expect(await api.refusal(PATCH, { id: draft.id, ...bad })).toMatchObject({ code: "BAD_INPUT", paths: [path] });
    }
    expect(await api.ok(ONE, { id: draft.id })).toEqual(draft);
  });

  test("an agent may not", async () => {
    const { api: agent } = await createTestMember(workspaceId, "AGENT");
    expect(await agent.refusal(PATCH, { id: draft.id, name: "Mine" })).toMatchObject({ code: "FORBIDDEN_ROLE" });
  });

  test("one that is launched at the same moment is either changed before, or not at all", async () => {
    const launch = `mutation ($input: BroadcastLaunchInput!) { launchBroadcast(input: $input) { state } }`;
    const [changed] = await Promise.allSettled([
      api.ok(PATCH, { id: draft.id, name: "Changed" }),
      api.ok(launch, { id: draft.id }),
    ]);
    const { name, state } = await stored();
    expect(state).not.toBe("draft");
    expect(name).toBe(changed.status === "fulfilled" ? "Changed" : "Sale");
  });
});
