import type { Page } from "@playwright/test";
import { goToInbox, inbox } from "../inbox.ts";
import { withWhatsapp } from "../providers.ts";
import { invite, makeAccount, newcomer } from "../team.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";
import { setPreferences } from "../sign-in.ts";

// What an agent sees of a conversation in addition to its text: a preview, the send status, and the details.

const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id integrationId } } }";

test("marks are shown while they are written, as WhatsApp will show them, and drawn in the thread", async ({
  ownerPage: page,
  workspace,
  product,
}) => {
  test.slow();
  const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
  const customer = await providers.addCustomer("Marks");
  await goToInbox(page, workspace.workspaceId);
  await providers.write(account.slug, customer, "text", "Is it _really_ ready?");
  const { open, reply, row, log, tick } = inbox(page);
  await expect(row(customer)).toContainText("ready?");
  await open(customer);
  await expect(log(customer).locator("em")).toHaveText("really");

  const preview = page.getByRole("group", { name: "As WhatsApp shows it" });
  await reply(customer).fill("It is ready");
  await expect(preview).toBeHidden();
  await reply(customer).fill("It is *ready*");
  await expect(preview.locator("strong")).toHaveText("ready");
  await reply(customer).press("Enter");
  await expect(tick("It is ready")).toBeVisible();
  await expect(log(customer).locator("strong")).toHaveText("ready");
});

test("who loses the conversation to a colleague within the undo time is told that their words were not sent", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = outside.newCustomer("Taken");
  const { conversationId } = await outside.write(customer, "Who helps me?");
  const { convs } = (await core(CONVS, { first: 50 })) as { convs: { nodes: { id: string; integrationId: string }[] } };
  const integrationId = convs.nodes.find(({ id }) => id === conversationId)?.integrationId;
  const link = await invite(page, workspace.workspaceId, `tess-${Date.now()}@example.com`, "Agent");
  const tess = await newcomer(browser, link);
  await makeAccount(tess, "Tess Agent");
  await setPreferences(tess, { undoSeconds: 5 });
  await goToInbox(tess, workspace.workspaceId);
  await inbox(tess).open(customer);
  await inbox(tess).reply(customer).fill("I do, in a minute");
  await inbox(tess).reply(customer).press("Enter");
  await expect(tess.getByRole("list", { name: "Scheduled messages" })).toContainText("I do, in a minute");
  await core(ASSIGN, { integrationId, convId: conversationId, agentId: workspace.agentId });

  const told = tess.getByRole("alert").filter({ hasText: "A message of yours was not sent" });
  await expect(told).toBeVisible({ timeout: 20_000 });
  // The alert is shown on every page of the portal.
  await tess.getByRole("link", { name: "Contacts" }).first().click();
  await tess.waitForURL(/contacts/);
  await expect(told).toBeVisible();
  await told.getByRole("button", { name: "Show" }).click();
  const list = tess.getByRole("dialog", { name: "Messages that were not sent" });
  await expect(list).toContainText("I do, in a minute");
  await expect(list).toContainText("given to somebody else");
  // The agent has lost access, so the contact's name must not appear.
  await expect(list).not.toContainText(fullName(customer));
  await list.getByRole("button", { name: "Discard" }).click();
  await expect(told).toBeHidden();
  await tess.context().close();
});

test("the order number by O, and the closing form with a note for the team", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Order");
  await outside.write(customer, "Where is it?");
  await goToInbox(page, workspace.workspaceId);
  const { open, row, log, thread } = inbox(page);
  await open(customer);
  await page.keyboard.press("o");
  const dialog = page.getByRole("dialog", { name: `Order number of ${fullName(customer)}` });
  await dialog.getByRole("textbox", { name: "Order number" }).fill("A-1001");
  await page.keyboard.press("Enter");
  await expect(dialog).toBeHidden();
  await expect(row(customer)).toHaveAccessibleName(/, order A-1001, /);

  await thread.getByRole("button", { name: "More", exact: true }).click();
  await page.getByRole("menuitem", { name: "End with stage and tags…" }).click();
  await page.getByRole("textbox", { name: "Note for your team" }).last().fill("Sent once more");
  await page.getByRole("dialog").getByRole("button", { name: "End", exact: true }).click();
  await expect(row(customer)).toHaveCount(0);
  await page.keyboard.press("z");
  await expect(row(customer)).toBeVisible();
  await open(customer);
  await expect(log(customer)).toContainText("Sent once more");
});

test("blocks of the details are carried to another place, and stay there", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  await page.setViewportSize({ width: 1500, height: 1000 });
  const customer = outside.newCustomer("Blocks");
  await outside.write(customer, "Hello");
  await goToInbox(page, workspace.workspaceId);
  await inbox(page).open(customer);
  const details = page.getByRole("complementary", { name: "Details" });
  const titles = async () =>
    (await details.getByRole("heading", { level: 3 }).allInnerTexts()).map((text) => text.trim());
  await expect.poll(async () => (await titles()).includes("Notes")).toBe(true);
  await close(page, "Contact");
  await close(page, "Conversation");
  const before = (await titles()).filter((title) => ["Contact", "Notes"].includes(title));
  expect(before).toEqual(["Contact", "Notes"]);

  const grip = details.getByRole("region", { name: "Notes", exact: true }).locator("[data-grip]");
  await grip.hover();
  await page.mouse.down();
  const place = details.getByRole("region", { name: "Contact", exact: true });
  const target = await place.boundingBox();
  if (!target) throw new Error("there is no contact block");
  await page.mouse.move(target.x + target.width / 2, target.y + target.height / 2, { steps: 8 });
  // Release the mouse only where the drop target is marked.
  await expect(place).toHaveAttribute("data-place");
  await page.mouse.up();
  const after = async () => (await titles()).filter((title) => ["Contact", "Notes"].includes(title));
  await expect.poll(after).toEqual(["Notes", "Contact"]);
  await page.reload();
  await expect.poll(after).toEqual(["Notes", "Contact"]);
});

/** Collapsed blocks have the same height and are close together. */
async function close(page: Page, title: string): Promise<void> {
  const block = page.getByRole("complementary", { name: "Details" }).getByRole("region", { name: title, exact: true });
  await block.getByRole("button", { name: title, exact: true }).click();
}
