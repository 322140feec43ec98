import { beforeEach, describe, expect, test } from "vitest";
import { database } from "../db.ts";
import { createTestAgentKey } from "../testing/factories.ts";
import { webchatScene } from "../testing/webchat-scene.ts";
import { createTestWebchat, visitorBrowser } from "../testing/webchat.ts";

const scene = webchatScene();
const { base, browser } = scene;
let workspace: ReturnType<typeof scene.place>["workspace"];
beforeEach(() => void ({ workspace } = scene.place()));

describe("the door", () => {
  test("a browser may ask first, and a named site's rule is held where the caller says who it is", async () => {
    const shop = await createTestWebchat(workspace.workspaceId, {
      allowedOrigins: ["https://shop.example", "https://*.brand.example"],
    });
    const visitor = visitorBrowser(base(), shop.integrationId);
    const preflight = await fetch(`${base()}/ext/v1/webchat/${shop.integrationId}/session`, { method: "OPTIONS" });
    expect(preflight.status).toBe(204);
    expect(preflight.headers.get("access-control-allow-headers")).toBe(
      "authorization, content-type, idempotency-key, last-event-id",
    );
    expect(preflight.headers.has("access-control-allow-credentials")).toBe(false);
    const status = async (origin: string) => (await visitor.post("session", {}, { origin })).status;
    expect(await status("null")).toBe(200);
    expect(await status("https://shop.example")).toBe(200);
    expect(await status("https://www.brand.example")).toBe(200);
    for (const origin of [
      "https://evil.example",
      "https://shop.example.evil.example",
      "http://shop.example",
      "https://brand.example",
    ])
      expect(await status(origin), origin).toBe(403);
    const config = (await visitor.get("config")).body;
    expect(JSON.stringify(config)).not.toContain("shop.example");
    expect((await visitor.get("session")).status).toBe(405);
  });

  test("the chat says how it looks and whether somebody is there", async () => {
    const visitor = browser();
    const config = async () => (await visitor.get("config")).body;
    // Cached by a browser that goes from page to page, and by no proxy.
    expect((await visitor.get("config")).headers.get("cache-control")).toBe("private, max-age=60");
    expect(await config()).toEqual({
      title: "",
      greeting: "",
      offlineText: "",
      color: "#2563eb",
      theme: "auto",
      position: "right",
      launcherText: "",
      locale: null,
      maxTextLength: 4096,
      media: expect.objectContaining({
        image: { contentTypes: ["image/png", "image/jpeg", "image/gif", "image/webp"], maxBytes: 16 * 1024 * 1024 },
      }) as unknown,
      isOnline: false,
    });
    const { agentId } = await createTestAgentKey(workspace.workspaceId);
    await database().agent.update({
      where: { workspaceId_id: { workspaceId: workspace.workspaceId, id: agentId } },
      data: { lastSeenAt: new Date() },
    });
    expect((await config()).isOnline).toBe(true);
  });
});
