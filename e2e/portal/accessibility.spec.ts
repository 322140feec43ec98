import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { createAssistant } from "../assistant.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

// In sequence these tests would end long after every other file's.
test.describe.configure({ mode: "parallel" });

/** Accessibility problems for users with a screen reader, a keyboard or low vision, in both themes. */
async function obstacles(page: Page): Promise<string[]> {
  const found = await problems(rules(page));
  // The themes differ only in colours.
  await page.emulateMedia({ colorScheme: "dark" });
  const isPortal = (await page.locator("html[data-mantine-color-scheme]").count()) > 0;
  if (isPortal) await expect(page.locator("html")).toHaveAttribute("data-mantine-color-scheme", "dark");
  found.push(...(await problems(rules(page).withRules("color-contrast"))).map((each) => `dark: ${each}`));
  await page.emulateMedia({ colorScheme: "light" });
  return found;
}

/** Skips the description of passed rules, which takes a third of the time on a full page. */
function rules(page: Page): AxeBuilder {
  return new AxeBuilder({ page }).options({ resultTypes: ["violations"] });
}

async function problems(axe: AxeBuilder): Promise<string[]> {
  const { violations } = await axe.analyze();
  return violations
    .filter(({ impact }) => impact === "serious" || impact === "critical")
    .flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${target.join(" ")}`));
}

/** The most that a page may move by itself while it loads, by the measure of web.dev/cls. */
const SHIFT_MAX = 0.05;

/** Sums up the layout shifts of every page that is opened from now on. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts = { sum: 0, last: "" };
    Object.assign(window, { shifts });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & Shift)[]) {
        if (entry.hadRecentInput) continue;
        shifts.sum += entry.value;
        const [source] = entry.sources;
        if (source?.node instanceof Element) shifts.last = source.node.className.toString() || source.node.tagName;
      }
    }).observe({ type: "layout-shift", buffered: true });
  });
}

type Shift = { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] };

/** What a careful eye would see at once: a page that jumps, links in the browser's own blue. */
function faults(page: Page): Promise<string[]> {
  return page.evaluate((most) => {
    const { sum, last } = (window as unknown as { shifts: { sum: number; last: string } }).shifts;
    const blue = [...document.querySelectorAll("a")].filter(
      (link) => getComputedStyle(link).color === "rgb(0, 0, 238)",
    );
    return [
      ...(sum > most ? [`layout shift: ${sum.toFixed(3)}, last ${last}`] : []),
      ...blue.map((link) => `unstyled link: ${link.textContent}`),
    ];
  }, SHIFT_MAX);
}

test("before signing in", async ({ page }) => {
  for (const [path, heading] of [
    ["/sign-in", "Sign in"],
    ["/sign-up", "Create a workspace"],
    ["/forgot-password", "Forgot your password?"],
    ["/reset-password/nothing", "This link does not work"],
    ["/docs/webhooks", "Webhooks"],
    ["/docs?q=signature", "Search: signature"],
  ] as const) {
    await page.goto(path);
    await expect(page.getByRole("heading", { name: heading })).toBeVisible();
    expect(await obstacles(page), path).toEqual([]);
  }
});

type Place = { channel: string; conversation: string; assistant: string };

/** The portal's pages below a workspace, with their headings. */
const PAGES: Record<string, (place: Place) => readonly (readonly [path: string, heading: string | RegExp])[]> = {
  "inbox, channels and playground": ({ channel, conversation }) => [
    ["inbox", "Needs reply"],
    [`inbox/${conversation}`, /^Axel/],
    ["channels", "Channels"],
    ["channels/connect", "Connect a channel"],
    ["channels/connect/instagram", "Connect Instagram"],
    [`channels/${channel}`, "Order app"],
    ["playground", "Playground"],
  ],
  assistants: ({ assistant }) => [
    ["assistants", "Assistants"],
    ["assistants/new", "New assistant"],
    ["assistants/new/model", "New assistant: Language model"],
    ["assistants/new/custom", "New assistant: Your own endpoint"],
    [`assistants/${assistant}`, "Otto"],
    [`assistants/${assistant}/answers`, "Otto"],
    [`assistants/${assistant}/evals`, "Otto"],
    [`assistants/${assistant}/versions`, "Otto"],
  ],
  "developers and settings": () => [
    ["developers", "API keys"],
    ["developers/webhooks", "Webhooks"],
    ["developers/reference", "API reference"],
    ["settings", "Profile"],
    ["settings/inbox", "Your inbox"],
    ["settings/notices", "Notices"],
    ["settings/shortcuts", "Keyboard shortcuts"],
    ["settings/workspace", "General"],
    ["settings/team", "Team members"],
    ["settings/tags", "Tags and stages"],
    ["settings/replies", "Canned replies"],
    ["settings/targets", "Answer targets"],
    ["settings/security", "Sign-in and sessions"],
    ["settings/audit", "Audit log"],
  ],
  "contacts, broadcasts and reports": () => [
    ["contacts", "Contacts"],
    ["contacts?as=board", "Contacts"],
    ["contacts/import", "Import contacts"],
    ["broadcasts", "Broadcasts"],
    ["broadcasts/new", "New broadcast"],
    ["reports", "Reports"],
    ["reports/agents", "Reports"],
    ["reports/broadcasts", "Reports"],
    ["reports/assistants", "Reports"],
  ],
};

for (const [section, pagesOf] of Object.entries(PAGES)) {
  test(`the pages of ${section}`, async ({ ownerPage: page, workspace: { workspaceId }, outside, bot }) => {
    // Each test checks several whole pages.
    test.setTimeout(300_000);
    const { conversationId } = await outside.write(outside.newCustomer("Axel"), "Can everybody read this?");
    const place = {
      channel: outside.integrationId,
      conversation: conversationId,
      assistant: await createAssistant(bot),
    };
    const found: Record<string, string[]> = {};
    await watchShifts(page);
    for (const [path, heading] of pagesOf(place)) {
      await page.goto(`/${workspaceId}/${path}`);
      await expect(page.getByRole("heading", { name: heading }).first()).toBeVisible();
      // Wait for content that is still loading.
      await expect(page.getByText(/^Loading/).or(page.getByLabel("Loading"))).toHaveCount(0);
      const here = [...(await faults(page)), ...(await obstacles(page))];
      if (here.length > 0) found[path] = here;
    }
    expect(found).toEqual({});
  });
}

for (const colorScheme of ["light", "dark"] as const) {
  test(`the API explorer can be read (${colorScheme})`, async ({ ownerPage: page, workspace: { workspaceId } }) => {
    await page.emulateMedia({ colorScheme });
    await page.goto(`/${workspaceId}/developers/explorer?operation=clients`);
    const explorer = page.frameLocator('iframe[title="API explorer"]');
    // The query is highlighted once the editor has parsed it.
    await expect(explorer.locator(".graphiql-query-editor .view-line span.mtk1").first()).toBeVisible({
      timeout: 30_000,
    });
    await explorer.getByRole("button", { name: /Execute query/ }).click();
    await expect(explorer.locator(".result-window .view-line").first()).toContainText("{", { timeout: 20_000 });
    const contrast = () => problems(new AxeBuilder({ page }).include("iframe").withRules("color-contrast"));
    expect(await contrast(), "editors").toEqual([]);
    await explorer.getByRole("button", { name: /Documentation Explorer/ }).click();
    expect(await contrast(), "documentation").toEqual([]);
  });
}

test("an inbox full of conversations", async ({ page, product }) => {
  await signIn(page, product.demo);
  await expect(page.getByRole("option").nth(5)).toBeVisible({ timeout: 20_000 });
  await page.getByRole("option").nth(1).click();
  await expect(page.getByRole("article").first()).toBeVisible();
  await page.getByRole("button", { name: "Details" }).click();
  await expect(page.getByRole("region", { name: "Contact" })).toBeVisible();
  expect(await obstacles(page)).toEqual([]);
});

test("logs, with a row's panel beside them", async ({ page, product }) => {
  await signIn(page, product.demo);
  const { workspaceId } = product.demo;
  const openFirst = () => page.getByRole("table").getByRole("button").first().click();
  await page.goto(`/${workspaceId}/developers/webhooks`);
  await page
    .getByRole("link", { name: /^Delivery log of/ })
    .first()
    .click();
  await expect(page.getByRole("heading", { level: 1, name: /^Delivery log of/ })).toBeVisible();
  await openFirst();
  await expect(page.getByRole("complementary").getByRole("region", { name: "Attempts" })).toContainText("Status 200");
  expect(await obstacles(page), "deliveries").toEqual([]);
  await page.goto(`/${workspaceId}/settings/audit`);
  await openFirst();
  await expect(page.getByRole("complementary").getByText("By whom")).toBeVisible();
  expect(await obstacles(page), "audit").toEqual([]);
});

test("an assistant that is tried and tested", async ({ page, product }) => {
  test.setTimeout(120_000);
  await signIn(page, product.demo);
  const { workspaceId } = product.demo;
  await page.goto(`/${workspaceId}/playground`);
  await page.getByRole("button", { name: "Start a conversation" }).click();
  await page.getByRole("textbox", { name: "Write as the contact" }).fill("How long does delivery take?");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("meter", { name: "Score" }).first()).toBeVisible({ timeout: 20_000 });
  expect(await obstacles(page), "playground").toEqual([]);

  await page.getByRole("link", { name: "Assistants" }).first().click();
  await page.getByRole("table").getByRole("link").first().click();
  await page.getByRole("navigation", { name: "Assistant" }).getByRole("link", { name: "Evals" }).click();
  await page.getByRole("button", { name: "Run", exact: true }).click();
  await expect(page.getByText(/questions passed/)).toBeVisible({ timeout: 30_000 });
  await page.getByText(/^All \d/).click();
  await page
    .getByRole("button", { name: /^(Passed|Failed)/ })
    .first()
    .click();
  await expect(page.getByRole("region", { name: "Expected" })).toBeVisible();
  expect(await obstacles(page), "evals").toEqual([]);
  await page.getByRole("button", { name: "Add a question" }).click();
  await page.getByRole("button", { name: "More to expect" }).click();
  await expect(page.getByLabel("A rule that a model judges by")).toBeVisible();
  expect(await obstacles(page), "a golden question").toEqual([]);
});

test("the customer's phone", async ({ page, outside }) => {
  const customer = outside.newCustomer("Fon");
  await outside.write(customer, "Hello");
  await page.goto(outside.simulator.url);
  await page.getByRole("button", { name: new RegExp(customer.surname) }).click();
  await expect(page.getByRole("log", { name: "Messages" })).toContainText("taken by the product");
  expect(await obstacles(page)).toEqual([]);
});
