import type { APIResponse, Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

// The headers of every response, and what no request gets without a session, whatever it contains.

const PAGES = [
  "inbox",
  "contacts",
  "contacts/import",
  "broadcasts",
  "broadcasts/new",
  "channels",
  "channels/connect/whatsapp",
  "assistants",
  "assistants/new/custom",
  "playground",
  "developers",
  "developers/webhooks",
  "developers/reference",
  "developers/explorer",
  "settings",
  "settings/inbox",
  "settings/notices",
  "settings/shortcuts",
  "settings/targets",
  "settings/security",
  "settings/workspace",
  "settings/team",
  "settings/tags",
  "settings/replies",
  "settings/audit",
  "reports",
  "reports/agents",
  "reports/broadcasts",
  "reports/assistants",
];

type Directives = Record<string, string[]>;

function policyOf(answer: Pick<APIResponse, "headers">): Directives {
  const policy = answer.headers()["content-security-policy"] ?? "";
  return Object.fromEntries(
    policy.split("; ").map((directive) => {
      const [name = "", ...sources] = directive.split(" ");
      return [name, sources];
    }),
  );
}

/** Collects a page's policy violations and console messages. */
async function complaints(page: Page): Promise<string[]> {
  const heard: string[] = [];
  page.on("console", (message) => {
    if (/policy/i.test(message.text())) heard.push(message.text());
  });
  await page.exposeFunction("forbidden", (what: string) => void heard.push(`${what} on ${page.url()}`));
  await page.addInitScript(() =>
    document.addEventListener("securitypolicyviolation", ({ effectiveDirective, blockedURI, sample }) =>
      (window as unknown as { forbidden: (what: string) => void }).forbidden(
        `${effectiveDirective} ${blockedURI} ${sample}`,
      ),
    ),
  );
  return heard;
}

test("every page is for its reader alone, and runs nothing that was written into it", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  test.setTimeout(300_000);
  const heard = await complaints(page);
  const nonces = new Set<string>();
  const paths = PAGES.map((path) => `/${workspaceId}/${path}`);
  for (const path of [...paths, "/no-such-page", `/${workspaceId}/no-such-page`]) {
    const answer = await page.goto(path);
    if (!answer) throw new Error(`${path}: no answer`);
    const headers = answer.headers();
    expect(headers, path).toMatchObject({
      "x-content-type-options": "nosniff",
      "referrer-policy": "same-origin",
      "cross-origin-opener-policy": "same-origin",
      "cross-origin-resource-policy": "same-origin",
      "permissions-policy": expect.stringContaining("microphone=(self)"),
      "cache-control": expect.stringContaining("no-store"),
    });
    expect(headers).not.toHaveProperty("x-powered-by");
    const { "script-src": scripts = [], ...policy } = policyOf(answer);
    expect(policy, path).toMatchObject({
      "default-src": ["'none'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
    });
    expect(scripts).toEqual([expect.stringMatching(/^'nonce-[\w-]{22,}'$/), "'strict-dynamic'"]);
    nonces.add(scripts[0] ?? "");
    if (!path.endsWith("no-such-page"))
      await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 60_000 });
  }
  expect(nonces.size).toBe(PAGES.length + 2);
  expect(heard).toEqual([]);
});

test("dialogs and the explorer live within the policy", async ({ ownerPage: page, workspace: { workspaceId } }) => {
  const heard = await complaints(page);
  await page.goto(`/${workspaceId}/settings/team`);
  // A dialog stops the page from scrolling with a style that is created at run time.
  await page.getByRole("button", { name: "Invite" }).click();
  await expect(page.getByRole("dialog", { name: "Invite to the workspace" })).toBeVisible();
  await expect(page.locator("body")).toHaveCSS("overflow", "hidden");
  await page.keyboard.press("Escape");

  await page.goto(`/${workspaceId}/developers/explorer`);
  const explorer = page.frameLocator("iframe[title='API explorer']");
  await expect(explorer.getByRole("button", { name: /Execute query/ })).toBeVisible({ timeout: 30_000 });
  expect(heard).toEqual([]);
});

test("every door says that its answers are data, for its caller alone", async ({
  page,
  request,
  workspace: { workspaceId, apiKey },
  outside,
}) => {
  const headers = { authorization: apiKey };
  const data = { query: "{ __typename }", variables: { input: { workspaceId } } };
  const answers = await Promise.all([
    request.post("/core/gq", { headers, data }),
    request.post("/core/gq", { data }),
    request.post("/bot/gq", { headers, data }),
    request.post("/mcp", { headers, data: {} }),
    request.post("/core/v1/messages", { headers, data: {} }),
    request.post(outside.ingressUrl, { data: {} }),
    request.post("/ext/v1/stripe", { data: {} }),
    request.post("/ext/v1/incoming/meta", { data: {} }),
    request.get("/channel-sign-in", { maxRedirects: 0 }),
    request.get(`/export/contacts?workspaceId=${workspaceId}`, { headers }),
    request.get(`/export/contacts?workspaceId=${workspaceId}`),
    request.get("/api/auth/session"),
    request.get("/api/auth/csrf"),
    request.get("/api/invitations/none"),
    request.post("/api/sign-up", { data: {} }),
    request.get("/healthz"),
    request.get("/readyz"),
    request.get(`/uploads/${workspaceId}/none.png`, { headers }),
  ]);
  for (const answer of answers) {
    expect(answer.headers(), answer.url()).toMatchObject({
      "x-content-type-options": "nosniff",
      "cache-control": expect.stringContaining("no-store"),
      "content-security-policy": expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
    });
    expect(answer.headers()).not.toHaveProperty("x-powered-by");
  }
  // Build files are cached and have the right content type.
  await page.goto("/sign-in");
  const file = await page.locator("script[src]").first().getAttribute("src");
  const kept = (await request.get(file ?? "")).headers();
  expect(kept["cache-control"]).toContain("immutable");
  expect(kept["x-content-type-options"]).toBe("nosniff");
});

test("the cookie of a sign-in is for the service alone", ({ ownerCookies }) => {
  const session = ownerCookies.find(({ name }) => name.endsWith("session-token"));
  expect(session).toMatchObject({ httpOnly: true, sameSite: "Lax", path: "/" });
  // A token that cannot be guessed. It is invalid once its row is deleted.
  expect(session?.value.length).toBeGreaterThan(100);
  const readable = ownerCookies.filter(({ httpOnly }) => !httpOnly).map(({ name }) => name);
  expect(readable.filter((name) => /auth|token|session/.test(name))).toEqual([]);
});

test("without a session nobody gets anything of a workspace, however they ask", async ({
  ownerPage,
  browser,
  product,
  workspace: { workspaceId, email },
  outside,
}) => {
  test.setTimeout(180_000);
  const customer = outside.newCustomer("Private");
  const { conversationId } = await outside.write(customer, "between you and me");
  const secrets = [fullName(customer), "between you and me", email, conversationId];
  const inbox = `/${workspaceId}/inbox`;
  // A signed-in user gets it, so the test checks the right thing.
  expect(await (await ownerPage.request.get(`${inbox}?view=all`)).text()).toContain("between you and me");

  const stranger = await browser.newContext({ baseURL: product.address });
  const tree = encodeURIComponent(
    JSON.stringify([
      "",
      { children: ["(portal)", { children: [["workspaceId", `${workspaceId}`, "d"], {}] }] },
      null,
      null,
      true,
    ]),
  );
  const headers: Record<string, string>[] = [
    {},
    { rsc: "1" },
    { rsc: "1", "next-router-prefetch": "1" },
    { rsc: "1", "next-router-prefetch": "2" },
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_tree" },
    { rsc: "1", "next-router-prefetch": "1", "next-router-segment-prefetch": "/_full" },
    { rsc: "1", "next-router-state-tree": tree },
    { rsc: "1", "next-url": inbox },
    { "x-nextjs-data": "1" },
    { "x-middleware-subrequest": "middleware:middleware:middleware:middleware:middleware" },
    { "x-middleware-subrequest": "src/middleware:src/middleware:src/middleware:src/middleware:src/middleware" },
    { "x-middleware-subrequest": "proxy:proxy:proxy:proxy:proxy" },
    { "x-middleware-next": "1" },
    { "x-matched-path": inbox },
    { "x-invoke-path": inbox, "x-invoke-status": "200" },
    { "x-rewrite-url": inbox, "x-original-url": inbox },
    { "x-forwarded-host": "localhost", "x-forwarded-for": "127.0.0.1" },
    { "x-prerender-revalidate": "1" },
    { "content-security-policy": "script-src 'nonce-AAAAAAAAAAAAAAAAAAAAAAAA'", "x-nonce": "AAAAAAAAAAAAAAAAAAAAAAAA" },
  ];
  const shapes = (path: string) => [
    path,
    `${path}?_rsc=1`,
    `${path}.rsc`,
    `${path}.prefetch.rsc`,
    `${path}.segments/_tree.segment.rsc`,
    `${path}.segments/_full.segment.rsc`,
    `${path}.segments/$d$workspaceId/__PAGE__.segment.rsc`,
    `/_next/data/build${path}.json`,
    `//${path.slice(1)}`,
    `${path}/`,
    path.replace("inbox", "%69nbox"),
  ];
  for (const path of [inbox, `${inbox}/${conversationId}`, `/${workspaceId}/contacts`]) {
    for (const url of shapes(path)) {
      const answers = await Promise.all(
        headers.map((each) => stranger.request.get(product.address + url, { headers: each })),
      );
      for (const [at, answer] of answers.entries()) {
        const text = await answer.text();
        const asked = `${url} ${JSON.stringify(headers[at])}`;
        expect(
          secrets.filter((secret) => !url.includes(secret) && text.includes(secret)),
          asked,
        ).toEqual([]);
        expect(text, asked).not.toContain("AAAAAAAAAAAAAAAAAAAAAAAA");
      }
    }
  }
  // Next's image optimizer is off.
  expect((await stranger.request.get("/_next/image?url=%2Ficon.svg&w=64&q=75")).status()).toBe(404);
  await stranger.close();
});
