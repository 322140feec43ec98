import { createAssistant } from "../assistant.ts";
import { inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

test(
  "at 390 px one pane is shown at a time, and all of the main job can be done",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside }) => {
    const customer = outside.newCustomer("Phone");
    await outside.write(customer, "Do you deliver on Saturday?");
    await page.goto(`/${workspace.workspaceId}/inbox?view=all`);
    const { row, log, reply, tick } = inbox(page);
    await row(customer).tap();
    await expect(log(customer)).toContainText("Do you deliver on Saturday?");
    await expect(row(customer)).toBeHidden();

    await reply(customer).fill("We do, until noon.");
    await page.getByRole("button", { name: `Send to ${fullName(customer)} on Order app` }).tap();
    await expect(tick("We do, until noon.")).toHaveAccessibleName("Sent. Show attempts");
    await inbox(page).thread.getByRole("button", { name: "More", exact: true }).tap();
    await page.getByRole("menuitem", { name: "Details" }).tap();
    await expect(
      page.getByRole("dialog", { name: "Details" }).getByRole("heading", { name: fullName(customer) }),
    ).toBeVisible();
    await page.getByRole("button", { name: "Close details" }).tap();
    await page.getByRole("button", { name: "Back to the list" }).tap();
    await expect(row(customer)).toContainText("We do, until noon.");
  },
);

test("no page is wider than the screen", async ({ ownerPage: page, workspace, outside, core, bot }) => {
  // The test opens many pages.
  test.setTimeout(240_000);
  const customer = outside.newCustomer("Wide");
  const { conversationId } = await outside.write(customer, `A long word: ${"abcdefghij".repeat(30)}`);
  const { workspaceId } = workspace;
  const aiId = await createAssistant(bot);
  const inboxPath = `/${workspaceId}/inbox`;
  const { createWebhook } = await core(
    "mutation ($input: WebhookCreateInput!) { createWebhook(input: $input) { id } }",
    { label: "Narrow", url: outside.simulator.webhookUrl("narrow"), event: "NEW_CLIENT" },
  );
  const pages = [
    inboxPath,
    `${inboxPath}/${conversationId}`,
    `/${workspaceId}/channels`,
    `/${workspaceId}/channels/connect`,
    `/${workspaceId}/channels/connect/whatsapp`,
    `/${workspaceId}/channels/${outside.integrationId}`,
    `/${workspaceId}/assistants`,
    `/${workspaceId}/assistants/new`,
    `/${workspaceId}/assistants/new/model`,
    `/${workspaceId}/assistants/${aiId}`,
    `/${workspaceId}/assistants/${aiId}/answers`,
    `/${workspaceId}/assistants/${aiId}/evals`,
    `/${workspaceId}/assistants/${aiId}/versions`,
    `/${workspaceId}/playground`,
    `/${workspaceId}/developers`,
    `/${workspaceId}/developers/webhooks`,
    `/${workspaceId}/developers/webhooks/${(createWebhook as { id: string }).id}`,
    `/${workspaceId}/settings`,
    `/${workspaceId}/settings/inbox`,
    `/${workspaceId}/settings/notices`,
    `/${workspaceId}/settings/shortcuts`,
    `/${workspaceId}/settings/targets`,
    `/${workspaceId}/settings/security`,
    `/${workspaceId}/settings/workspace`,
    `/${workspaceId}/settings/team`,
    `/${workspaceId}/settings/tags`,
    `/${workspaceId}/settings/replies`,
    `/${workspaceId}/settings/audit`,
    `/${workspaceId}/contacts`,
    `/${workspaceId}/contacts?as=board`,
    `/${workspaceId}/contacts/import`,
    `/${workspaceId}/broadcasts`,
    `/${workspaceId}/broadcasts/new`,
    `/${workspaceId}/reports`,
    `/${workspaceId}/reports/agents`,
  ];
  for (const path of pages) {
    await page.goto(path);
    await expect(page.getByRole("heading").first()).toBeVisible();
    await expect(page.getByLabel("Loading")).toHaveCount(0);
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(390);
    // Nor does a page scroll sideways inside its frame.
    const sideways = await page
      .locator("[data-scroller]")
      .evaluateAll((all) => all.filter((each) => each.scrollWidth > each.clientWidth).length);
    expect(sideways, path).toBe(0);
    // What scrolls ends above the tab bar, so that the end of the page can be reached.
    const under = await page.evaluate(() => {
      const top = document.querySelector("footer")?.getBoundingClientRect().top ?? innerHeight;
      const scrollers = [...document.querySelectorAll("[data-scroller]")];
      return scrollers.filter((each) => each.getBoundingClientRect().bottom > top + 1).length;
    });
    expect(under, path).toBe(0);
  }
});
