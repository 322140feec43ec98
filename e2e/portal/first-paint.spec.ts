import type { Page } from "@playwright/test";
import { invite, makeAccount, newcomer } from "../team.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id integrationId } } }";

type Core = (query: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;

async function channelOf(core: Core, convId: string): Promise<string> {
  const { convs } = (await core(CONVS, { first: 50 })) as { convs: { nodes: { id: string; integrationId: string }[] } };
  return convs.nodes.find(({ id }) => id === convId)?.integrationId ?? "";
}

/** The HTML that the service sends for a path, before any script runs. */
async function sourceOf(page: Page, path: string): Promise<string> {
  const answer = await page.request.get(path);
  expect(answer.status()).toBe(200);
  // It is specific to this user and moment, so it must not be cached.
  expect(answer.headers()["cache-control"]).toContain("no-store");
  return answer.text();
}

/** The visible part of the HTML, without script elements. */
const drawn = (source: string): string => source.replaceAll(/<script[\s\S]*?<\/script>/g, "");

/** Collects a page's errors and its requests to the service. */
function watch(page: Page): { faults: string[]; asked: string[] } {
  const [faults, asked]: [string[], string[]] = [[], []];
  page.on("pageerror", (error) => faults.push(String(error)));
  page.on("console", (message) => {
    if (message.type() === "error") faults.push(message.text());
  });
  page.on("response", (response) => {
    // The console contains neither the request nor its URL.
    if (response.status() >= 400)
      faults.push(`${response.status()} ${response.url()} ${response.request().postData() ?? ""}`);
  });
  page.on("request", (request) => {
    const operation = /(?:query|mutation) (\w+)/.exec(request.postData() ?? "")?.[1];
    if (operation) asked.push(operation);
  });
  return { faults, asked };
}

test("the list is in the page that the service sends", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Early");
  const { conversationId } = await outside.write(customer, "before any script");
  const path = `/${workspace.workspaceId}/inbox`;
  const source = drawn(await sourceOf(page, `${path}?view=all`));
  expect(source).toContain(fullName(customer));
  expect(source).toContain("before any script");
  expect(source).toContain(`id="conversation-${conversationId}"`);
  // Another view and search conditions show only their own conversations.
  expect(drawn(await sourceOf(page, `${path}?view=ended`))).not.toContain(fullName(customer));
  expect(drawn(await sourceOf(page, `${path}?q=is%3Awaiting`))).toContain(fullName(customer));
  expect(drawn(await sourceOf(page, `${path}?q=-is%3Awaiting`))).not.toContain(fullName(customer));
});

for (const { name, ...look } of [
  { name: "in light, by the clock of New York", timezoneId: "America/New_York" },
  { name: "in dark, in German, by the clock of Kiritimati", locale: "de-AT", timezoneId: "Pacific/Kiritimati" },
]) {
  test.describe(name, () => {
    test.use({ ...look, colorScheme: "locale" in look ? "dark" : "light" });

    test("a page comes alive as it was drawn, and asks for nothing that it was drawn with", async ({
      ownerPage: page,
      workspace,
      outside,
    }) => {
      const customer = outside.newCustomer("Alive");
      const { conversationId } = await outside.write(customer, "is somebody there?");
      const path = `/${workspace.workspaceId}/inbox`;
      const all = `${path}?view=all`;
      await page.goto(all);
      const list = page.locator("[data-conv-id]").filter({ hasText: fullName(customer) });
      const isLive = page.getByRole("status").filter({ hasText: "Live" });
      // The list is read again when a pending event arrives on the stream.
      await expect(list).toContainText("is somebody there?");
      // On the second visit the server knows the browser's time zone.
      for (const address of [all, all, `${path}/${conversationId}?view=all`]) {
        const { faults, asked } = watch(page);
        await page.goto(address);
        await expect(list).toBeVisible();
        await expect(isLive).toBeAttached({ timeout: 20_000 });
        expect(faults).toEqual([]);
        expect(asked).not.toContain("Viewer");
        expect(asked).not.toContain("InboxSavedViews");
        // Opening a conversation marks it as read, which updates its row.
        if (address === all) expect(asked).not.toContain("InboxConvRows");
        page.removeAllListeners();
      }
      await expect(page.getByRole("log")).toContainText("is somebody there?");

      // A message that came while no page had a stream is not missed.
      await outside.write(customer, "and now?");
      await expect(list).toContainText("and now?");
    });
  });
}

/** When each script of the page was requested and loaded, in order. Milliseconds since the navigation. */
const scriptsOf = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType("resource")
      .filter(({ name }) => /\/_next\/static\/.*\.js$/.test(name))
      .map((entry) => ({ from: entry.startTime, to: (entry as PerformanceResourceTiming).responseEnd }))
      .sort((a, b) => a.from - b.from),
  );

/** Whether each script had loaded before the next was requested. */
const isInTurn = (scripts: { from: number; to: number }[]): boolean =>
  scripts.every(({ from }, no) => no === 0 || from >= (scripts[no - 1]?.to ?? 0));

test("scripts are asked for behind the first paint", async ({
  ownerPage: page,
  workspace,
  outside,
  request,
  product,
}) => {
  const { conversationId } = await outside.write(outside.newCustomer("Patient"), "first the list");
  const path = `/${workspace.workspaceId}/inbox?view=all`;
  const source = await sourceOf(page, path);
  expect(source).not.toMatch(/<script(?![^>]*type=)[^>]*async=/);
  expect(source).not.toContain('as="script"');
  // A page with a form for immediate typing requests its scripts at once.
  const signIn = await request.get(new URL("/sign-in", product.address).href);
  expect(await signIn.text()).toMatch(/<script src="[^"]*" async=/);

  await page.addInitScript(() => {
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = (draw) =>
      requestAnimationFrame.call(window, (at) => {
        if (performance.getEntriesByName("drawn").length === 0) performance.mark("drawn");
        draw(at);
      });
  });
  await page.goto(path);
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
  await expect(page.locator(`[data-conv-id="${conversationId}"]`)).toBeVisible();
  const drawnAt = await page.evaluate(() => performance.getEntriesByName("drawn")[0]?.startTime ?? 0);
  const scripts = await scriptsOf(page);
  const [ahead, behind] = [scripts.filter(({ from }) => from < drawnAt), scripts.filter(({ from }) => from >= drawnAt)];
  expect(behind.length).toBeGreaterThan(ahead.length);
  expect(isInTurn(ahead)).toBe(true);
});

test("a page that is never drawn comes alive as well", async ({ ownerPage: page, workspace, outside }) => {
  const { conversationId } = await outside.write(outside.newCustomer("Unseen"), "in a tab behind");
  // The frame that the page's scripts wait for never comes.
  await page.addInitScript(() => {
    const { requestAnimationFrame } = window;
    window.requestAnimationFrame = () => {
      Object.assign(window, { requestAnimationFrame });
      return 0;
    };
  });
  await page.goto(`/${workspace.workspaceId}/inbox?view=all`);
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
  await page.locator(`[data-conv-id="${conversationId}"]`).click();
  await expect(page.getByRole("log")).toContainText("in a tab behind");
});

test("a page holds what its reader may see, and nothing else", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
  browser,
  product,
}) => {
  const [taken, free] = [outside.newCustomer("Taken"), outside.newCustomer("Free")];
  const { conversationId } = await outside.write(taken, "for one pair of eyes");
  await outside.write(free, "for everybody");
  const integrationId = await channelOf(core, conversationId);
  await core(ASSIGN, { integrationId, convId: conversationId, agentId: workspace.agentId });
  const link = await invite(page, workspace.workspaceId, `reader-${Date.now()}@example.com`, "Agent");
  const agent = await newcomer(browser, link);
  await makeAccount(agent, "Rita Reader");

  const path = `/${workspace.workspaceId}/inbox`;
  const list = `${path}?view=all`;
  const [owners, agents] = [await sourceOf(page, list), await sourceOf(agent, list)];
  expect(owners).toContain("for one pair of eyes");
  for (const source of [agents, await sourceOf(agent, `${path}/${conversationId}?view=all`)]) {
    expect(source).toContain(fullName(free));
    expect(source).not.toContain(fullName(taken));
    expect(source).not.toContain("for one pair of eyes");
  }
  // Another workspace's address shows an empty frame, and a signed-out visitor is sent to the sign-in.
  expect(await sourceOf(page, `/${product.demo.workspaceId}/inbox`)).not.toContain("data-conv-id");
  const stranger = await browser.newContext();
  const answer = await stranger.request.get(new URL(path, product.address).href);
  expect(answer.url()).toContain("/sign-in");
  expect(await answer.text()).not.toContain(fullName(free));
  await stranger.close();
  await agent.context().close();
});

test("the portal's frame and words are there in every section", async ({ ownerPage: page, workspace }) => {
  const sections = [
    "contacts",
    "broadcasts",
    "reports",
    "channels",
    "assistants",
    "playground",
    "developers",
    "settings",
  ];
  for (const section of sections) {
    const { faults } = watch(page);
    await page.goto(`/${workspace.workspaceId}/${section}`);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
    expect(faults, section).toEqual([]);
    page.removeAllListeners();
  }
  // Client-side navigation between sections also loads the section's texts.
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Contacts" }).click();
  await page.waitForURL(/\/contacts/);
  await expect(page.locator("body")).not.toContainText(/contacts\.[a-z]/);
});
