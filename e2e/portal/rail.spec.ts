import { expect, test } from "../fixtures.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { fullName } from "../outside.ts";

// The rail: labels and views where there is room, icons where there is none or the person wants none.

test("it collapses to icons by its button and by key, and stays so; the views move to the list", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Rail");
  await outside.write(customer, "Where is the sidebar?");
  await page.setViewportSize({ width: 1440, height: 900 });
  await goToInbox(page, workspace.workspaceId);
  const views = page.getByRole("navigation", { name: "Views" });
  const inList = page.getByRole("button", { name: /^View: / });
  await expect(views.getByRole("link", { name: /^All open/ })).toHaveAttribute("aria-current", "page");
  await expect(inList).toBeHidden();
  await expect(page.getByRole("button", { name: "Search or run" })).toBeVisible();

  await page.getByRole("button", { name: "Collapse the sidebar" }).click();
  await expect(views).toBeHidden();
  await expect(inList).toBeVisible();
  await page.reload();
  await expect(inbox(page).row(customer)).toBeVisible();
  await expect(views).toBeHidden();
  // Icons keep their names.
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByRole("heading", { name: "Contacts", level: 1 })).toBeVisible();

  await page.keyboard.press("\\");
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox" }).click();
  await expect(views).toBeVisible();
  await views.getByRole("link", { name: /^Snoozed/ }).click();
  await expect(page).toHaveURL(/view=snoozed/);
  await expect(page.getByRole("heading", { name: /^Snoozed/, level: 1 })).toBeVisible();
});

test("below 1,180 px it shows icons only, whatever was chosen", async ({ ownerPage: page, workspace }) => {
  await page.setViewportSize({ width: 1100, height: 900 });
  await goToInbox(page, workspace.workspaceId);
  await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Reports" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Views" })).toBeHidden();
  await expect(page.getByRole("button", { name: "Collapse the sidebar" })).toBeHidden();
});

test("a thread has a phone's whole screen: no bar below it", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Whole");
  await outside.write(customer, "Can you see all of this?");
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${workspace.workspaceId}/inbox?view=all`);
  const bar = page.getByRole("contentinfo");
  await expect(bar).toBeVisible();
  await inbox(page).row(customer).click();
  await expect(inbox(page).log(customer)).toContainText("Can you see all of this?");
  await expect(bar).toBeHidden();
  await page.getByRole("button", { name: "Back to the list" }).click();
  await expect(bar).toBeVisible();
});

test("the bell has what was said, until the conversation is read", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
}) => {
  const customer = outside.newCustomer("Bell");
  const { conversationId } = await outside.write(customer, "Who takes this?");
  await page.goto(`/${workspace.workspaceId}/reports`);
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
  await core("mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }", {
    convId: conversationId,
    integrationId: outside.integrationId,
    agentId: workspace.agentId,
  });
  const bell = page.getByRole("button", { name: /^Notices/ });
  await expect(bell).toHaveAccessibleName(/new$/, { timeout: 20_000 });
  await bell.click();
  const said = page.getByRole("menuitem", { name: new RegExp(`^${fullName(customer)} was assigned to you`) });
  await expect(said).toBeVisible();
  await expect(bell).toHaveAccessibleName("Notices");
  await said.click();
  await expect(inbox(page).log(customer)).toContainText("Who takes this?");
  // Reading it takes the notice away.
  await expect(async () => {
    await bell.click();
    await expect(page.getByRole("menuitem", { name: "Choose your notices" })).toBeVisible({ timeout: 2_000 });
    await expect(said).toHaveCount(0, { timeout: 500 });
  }).toPass({ timeout: 30_000 });
});

test("on a phone the notices are in the sheet with the other sections", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
}) => {
  const customer = outside.newCustomer("Sheet");
  const { conversationId } = await outside.write(customer, "Is anybody there?");
  await page.goto(`/${workspace.workspaceId}/reports`);
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
  await page.setViewportSize({ width: 390, height: 844 });
  await core("mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }", {
    convId: conversationId,
    integrationId: outside.integrationId,
    agentId: workspace.agentId,
  });
  const more = page.getByRole("navigation", { name: "Sections" }).getByRole("button", { name: /^More/ });
  await expect(more).toHaveAccessibleName(/Notices, 1 new/, { timeout: 20_000 });
  await more.click();
  const notices = page.getByRole("dialog").getByRole("region", { name: "Notices" });
  await notices.getByRole("link", { name: new RegExp(`^${fullName(customer)} was assigned to you`) }).click();
  await expect(inbox(page).log(customer)).toContainText("Is anybody there?");
  await expect(page.getByRole("dialog")).toBeHidden();
});

test("the palette begins with what can be done with the open contact", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("First");
  await outside.write(customer, "And now?");
  await goToInbox(page, workspace.workspaceId);
  await inbox(page).open(customer);
  await page.keyboard.press("ControlOrMeta+k");
  const palette = page.getByRole("dialog", { name: "Find and do anything" });
  await expect(
    palette
      .getByRole("group", { name: fullName(customer) })
      .getByRole("option")
      .first(),
  ).toHaveText(/^Reply/);
});

test("an address that does not exist says so within the frame, and with 404", async ({
  ownerPage: page,
  workspace,
}) => {
  const answer = await page.goto(`/${workspace.workspaceId}/settings/nothing`);
  expect(answer?.status()).toBe(404);
  await expect(page.getByRole("alert").getByRole("heading")).toHaveText("This page does not exist");
  await page.getByRole("navigation").getByRole("link", { name: "Contacts" }).click();
  await expect(page.getByRole("heading", { name: "Contacts" })).toBeVisible();
});
