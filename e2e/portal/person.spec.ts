import { expect, test } from "../fixtures.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { withWhatsapp } from "../providers.ts";

// One person on two channels: both conversations in one log, and an answer on the channel that the agent chooses.

test("a person who writes on two channels is read in one log, and answered on either", async ({
  ownerPage: page,
  workspace,
  product,
  outside,
}) => {
  const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
  const customer = await providers.addCustomer("Nora");
  const shop = await outside.write(customer, "Where is my lamp?");
  await goToInbox(page, workspace.workspaceId);
  const { log, reply, thread } = inbox(page);
  await page.goto(`/${workspace.workspaceId}/inbox/${shop.conversationId}?view=all`);
  const tabs = thread.getByRole("group", { name: "Channels" });
  await expect(log(customer).getByRole("article")).toHaveCount(1);
  await expect(tabs).toBeHidden();

  await providers.write(account.slug, customer, "text", "It is me again");
  const bubbles = log(customer).getByRole("article");
  await expect(bubbles).toHaveCount(2);
  await expect(bubbles.nth(0)).toContainText("Where is my lamp?");
  await expect(bubbles.nth(1)).toContainText("It is me again");
  await expect(thread.getByText("wrote last on")).toBeVisible();
  await expect(tabs.getByRole("button", { name: "All" })).toHaveAttribute("aria-pressed", "true");

  // What is answered from here on goes to WhatsApp.
  await thread.getByRole("button", { name: "Answer on Order app" }).click();
  await page.getByRole("menuitem", { name: /^Answer on / }).click();
  await expect(thread.getByText("wrote here last")).toBeVisible();
  await expect(bubbles).toHaveCount(2);
  await reply(customer).fill("It leaves today");
  await reply(customer).press("Enter");
  await expect.poll(() => providers.sentTo(account.slug, customer)).toMatchObject([{ content: "It leaves today" }]);
  await expect(bubbles).toHaveCount(3);

  // One channel alone, and the choice is kept.
  await tabs.getByRole("link", { name: "Order app" }).click();
  await expect(page).toHaveURL(new RegExp(shop.conversationId));
  await expect(bubbles).toHaveCount(1);
  // What was written on the other channel is not shown, so nothing is claimed about who wrote last where.
  await expect(thread.getByRole("button", { name: "Answer on Order app" })).toBeVisible();
  await expect(thread.getByText("wrote here last")).toBeHidden();
  await page.reload();
  await expect(tabs.getByRole("link", { name: "Order app" })).toHaveAttribute("aria-current", "true");
  await expect(bubbles).toHaveCount(1);
  await tabs.getByRole("button", { name: "All" }).click();
  await expect(bubbles).toHaveCount(3);
});

test("a person who waits on two channels has one row, or two where the agent wants that", async ({
  ownerPage: page,
  workspace,
  product,
  outside,
}) => {
  const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
  const customer = await providers.addCustomer("Twice");
  await outside.write(customer, "Is it in stock?");
  await goToInbox(page, workspace.workspaceId);
  const { row, log } = inbox(page);
  await expect(row(customer)).toHaveCount(1);
  await providers.write(account.slug, customer, "text", "I asked in the shop too");
  await expect(row(customer)).toHaveAccessibleName(/also on/);
  await expect(row(customer)).toHaveAccessibleName(/unread 2/);
  await expect(row(customer)).toHaveCount(1);
  await row(customer).click();
  await expect(log(customer).getByRole("article")).toHaveCount(2);
  await expect(row(customer)).toHaveAttribute("aria-selected", "true");

  // The row is selected with both. After one is ended, the other opens and has the row to itself.
  await page.keyboard.press("x");
  const chosen = page.getByRole("toolbar", { name: "Selected conversations" });
  await expect(chosen).toContainText("2 selected");
  await page.keyboard.press("Escape");
  await expect(chosen).toBeHidden();
  const before = page.url();
  await page.keyboard.press("e");
  await expect(page).not.toHaveURL(before);
  await expect(log(customer)).toBeVisible();
  await expect(row(customer)).not.toHaveAccessibleName(/also on/);
  await page.keyboard.press("z");
  await expect(page.getByText(/^Taken back/)).toBeVisible();
  await expect(row(customer)).toHaveAccessibleName(/also on/);

  await page.goto(`/${workspace.workspaceId}/settings/inbox`);
  // The next page would be rendered with the old choice if it were asked for before this one is saved.
  const saved = page.waitForResponse((response) => response.request().postData()?.includes("groupsByContact") ?? false);
  await page.getByRole("switch", { name: "One row per contact" }).click();
  await saved;
  await expect(page.getByRole("switch", { name: "One row per contact" })).not.toBeChecked();
  await goToInbox(page, workspace.workspaceId);
  await expect(row(customer)).toHaveCount(2);
});

test("a tag has the colour that was chosen for it", async ({ ownerPage: page, workspace }) => {
  await page.goto(`/${workspace.workspaceId}/settings/tags`);
  const list = page.getByRole("list", { name: "Contact tags" });
  await page.getByRole("textbox", { name: /Contact tags/ }).fill("sunny");
  await page.keyboard.press("Enter");
  const choice = list.getByRole("button", { name: /^Colour of sunny/ });
  await choice.click();
  await page.getByRole("menuitemradio", { name: "Amber" }).click();
  await expect(choice).toHaveAccessibleName("Colour of sunny: Amber");
  await page.reload();
  await expect(choice).toHaveAccessibleName("Colour of sunny: Amber");
});
