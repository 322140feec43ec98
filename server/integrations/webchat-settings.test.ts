import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestIntegration, createTestMember, createTestWorkspace } from "../testing/factories.ts";
import { createTestWebchat } from "../testing/webchat.ts";
import { credentialsOf } from "./access.ts";
import { webchatSettingsOf } from "./webchat-settings.ts";

const FIELDS = `integrationId title greeting offlineText color theme position launcherText allowedOrigins snippet chatUrl identitySecret
  previousSecretUntil`;
const GET = `query ($input: WebchatSettingsInput!) { webchatSettings(input: $input) { ${FIELDS} } }`;
const PATCH = `mutation ($input: WebchatSettingsPatchInput!) { patchWebchatSettings(input: $input) { ${FIELDS} } }`;
const ROTATE = `mutation ($input: WebchatSecretRotateInput!) { rotateWebchatSecret(input: $input) { ${FIELDS} } }`;

let workspace: Awaited<ReturnType<typeof createTestWorkspace>>;
let integrationId: string;
let identitySecret: string;
beforeEach(async () => {
  workspace = await createTestWorkspace();
  ({ integrationId, identitySecret } = await createTestWebchat(workspace.workspaceId));
});

describe("the settings of a web chat", () => {
  test("have defaults, and the secret is for people only", async () => {
    const asKey = await workspace.api.ok(GET, { integrationId });
    expect(asKey).toEqual({
      integrationId,
      title: "",
      greeting: "",
      offlineText: "",
      color: "#2563eb",
      theme: "auto",
      position: "right",
      launcherText: "",
      allowedOrigins: [],
      snippet: `<script async src="http://localhost:3000/webchat.js" data-channel="${integrationId}"></script>`,
      chatUrl: `http://localhost:3000/chat/${integrationId}`,
      identitySecret: null,
      previousSecretUntil: null,
    });
    const admin = await createTestMember(workspace.workspaceId, "ADMIN");
    expect(await admin.api.ok(GET, { integrationId })).toEqual({ ...asKey, identitySecret });
    const agent = await createTestMember(workspace.workspaceId, "AGENT_PLUS");
    for (const [operation, more] of [
      [GET, {}],
      [PATCH, { settings: {} }],
      [ROTATE, {}],
    ] as const) {
      expect((await agent.api.refusal(operation, { integrationId, ...more })).code).toBe("FORBIDDEN_ROLE");
    }
  });

  test("are changed one by one; what is left out stays, and the change is on record", async () => {
    await workspace.api.ok(PATCH, {
      integrationId,
      settings: {
        title: " Shop ",
        color: "#ABCDEF",
        allowedOrigins: ["https://Shop.example:443/", "https://*.brand.example:8443", "https://bücher.example"],
      },
    });
    const after = await workspace.api.ok(PATCH, { integrationId, settings: { position: "left" } });
    expect(after).toMatchObject({
      title: "Shop",
      color: "#abcdef",
      position: "left",
      allowedOrigins: ["https://shop.example", "https://*.brand.example:8443", "https://xn--bcher-kva.example"],
    });
    await Promise.all([
      workspace.api.ok(PATCH, { integrationId, settings: { greeting: "Hi" } }),
      workspace.api.ok(PATCH, { integrationId, settings: { theme: "dark" } }),
    ]);
    expect(await workspace.api.ok(GET, { integrationId })).toMatchObject({
      title: "Shop",
      greeting: "Hi",
      theme: "dark",
    });
    const where = { workspaceId: workspace.workspaceId, action: "patchWebchatSettings", targetId: integrationId };
    expect(await database().auditEntry.count({ where })).toBe(4);
  });

  test.each([
    [{ color: "red" }, "input.settings.color"],
    [{ color: "#2563eb; background: url(https://evil.example)" }, "input.settings.color"],
    [{ theme: "neon" }, "input.settings.theme"],
    [{ position: "top" }, "input.settings.position"],
    [{ title: "x".repeat(201) }, "input.settings.title"],
    [{ title: null }, "input.settings.title"],
    [{ allowedOrigins: ["shop.example"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://shop.example", "https://shop.example/path"] }, "input.settings.allowedOrigins.1"],
    [{ allowedOrigins: ["*"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://*"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://*.*.example"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://a.example; script-src *"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://a.example;script-src"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://a.example'"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://a.example,https://b.example"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["https://user@shop.example"] }, "input.settings.allowedOrigins.0"],
    [{ allowedOrigins: ["javascript:alert(1)"] }, "input.settings.allowedOrigins.0"],
    [
      { allowedOrigins: Array.from({ length: 51 }, (_, i) => `https://a${i}.example`) },
      "input.settings.allowedOrigins",
    ],
  ])("refuse %o", async (settings, path) => {
    const refusal = await workspace.api.refusal(PATCH, { integrationId, settings });
    expect([refusal.code, refusal.paths]).toEqual(["BAD_INPUT", [path]]);
  });

  test("are those of web chats only", async () => {
    const custom = await createTestIntegration(workspace.workspaceId);
    expect((await workspace.api.refusal(GET, { integrationId: custom.id })).code).toBe("NOT_FOUND");
  });

  test("stored ones that cannot be any count as never set, the others stay", () => {
    expect(webchatSettingsOf({ webchat: { title: "Shop", color: "blue", allowedOrigins: "all", more: 1 } })).toEqual({
      ...webchatSettingsOf({ webchat: {} }),
      title: "Shop",
    });
    expect(webchatSettingsOf({ webchat: null })).toEqual(webchatSettingsOf({ webchat: [] }));
  });
});

test("a rotated secret is a new one, the one before holds for a day, and neither is written anywhere in the open", async () => {
  const admin = await createTestMember(workspace.workspaceId, "ADMIN");
  const rotated = await admin.api.ok<{ identitySecret: string; previousSecretUntil: string }>(ROTATE, {
    integrationId,
  });
  expect(rotated.identitySecret).toMatch(/^[0-9a-f]{64}$/);
  expect(rotated.identitySecret).not.toBe(identitySecret);
  const hours = (Date.parse(rotated.previousSecretUntil) - Date.now()) / 3_600_000;
  expect(Math.round(hours)).toBe(24);
  const row = await database().integration.findFirstOrThrow({ where: { id: integrationId } });
  expect(await credentialsOf(row)).toMatchObject({
    identitySecret: rotated.identitySecret,
    previousSecret: identitySecret,
  });
  const told = JSON.stringify([
    await database().auditEntry.findMany({ where: { workspaceId: workspace.workspaceId } }),
    await database().$queryRaw`select payload from "Event" where "workspaceId" = ${workspace.workspaceId}`,
    { ...row, credentials: row.credentials },
  ]);
  for (const secret of [identitySecret, rotated.identitySecret]) expect(told).not.toContain(secret);
  // When an API key rotates the secret, the secret changes but the key does not see it.
  expect(await workspace.api.ok(ROTATE, { integrationId })).toMatchObject({ identitySecret: null });
});
