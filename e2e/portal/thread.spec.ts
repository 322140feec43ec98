import { randomUUID } from "node:crypto";
import { inDatabase } from "../database.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { withWhatsapp } from "../providers.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

// Messages of any age, receipts in any order, and the actions on a message that failed.

const MANY = 10_000;

/** Fills a conversation directly in the database. Sending ten thousand messages would take too long. */
async function fill(dataDir: string, workspaceId: number, convId: string): Promise<string> {
  return inDatabase(dataDir, async (client) => {
    await client.query(
      `insert into "Message" ("workspaceId", id, "convId", "clientId", "integrationId", seq, content, type, "isAgent", "createdBy", status, "createdAt")
       select c."workspaceId", gen_random_uuid(), c.id, c."clientId", c."integrationId", n, 'Line ' || n, 'text', n % 3 = 0, 'test', 'delivered',
         now() - make_interval(mins => ${MANY} - n)
       from "Conversation" c, generate_series(c."lastSeq" + 1, ${MANY}) n where c."workspaceId" = $1 and c.id = $2`,
      [workspaceId, convId],
    );
    await client.query(`update "Conversation" set "lastSeq" = ${MANY} where "workspaceId" = $1 and id = $2`, [
      workspaceId,
      convId,
    ]);
    // Its time must be the earliest too.
    await client.query(
      `update "Message" set "createdAt" = now() - make_interval(mins => ${MANY}) where "workspaceId" = $1 and "convId" = $2 and seq = 1`,
      [workspaceId, convId],
    );
    const { rows } = await client.query<{ id: string }>(
      `select id from "Message" where "workspaceId" = $1 and "convId" = $2 and content = 'Line 4321'`,
      [workspaceId, convId],
    );
    return rows[0]?.id ?? "";
  });
}

test("a conversation of 10,000 messages opens, jumps to one of them, and goes back to the latest", async ({
  ownerPage: page,
  workspace,
  product,
  outside,
}) => {
  const customer = outside.newCustomer("Long");
  const { conversationId } = await outside.write(customer, "The first of many");
  const hit = await fill(product.dataDir, workspace.workspaceId, conversationId);
  await goToInbox(page, workspace.workspaceId);
  const { open, log } = inbox(page);
  const line = (number: number) =>
    log(customer)
      .getByRole("article")
      .filter({ hasText: new RegExp(`Line ${number}(?=\\d\\d:\\d\\d|\\s|$)`) });
  await open(customer);
  await expect(line(MANY)).toBeInViewport();

  await page.goto(`/${workspace.workspaceId}/inbox/${conversationId}?message=${hit}`);
  await expect(line(4321)).toBeInViewport();
  await expect(line(4320)).toBeVisible();
  await expect(line(4322)).toBeVisible();

  // The thread continues in both directions.
  await log(customer).hover();
  // Scroll by less than what is drawn at once: on a slow machine a longer step skips it.
  await expect(async () => {
    await page.mouse.wheel(0, 400);
    await expect(line(4360)).toBeAttached({ timeout: 500 });
  }).toPass();
  await page.getByRole("button", { name: /^Jump to latest/ }).click();
  await expect(line(MANY)).toBeInViewport();
});

test("statuses that come as read, sent, delivered show as read", async ({
  ownerPage: page,
  workspace,
  outside,
  request,
}) => {
  const customer = outside.newCustomer("Order");
  await goToInbox(page, workspace.workspaceId);
  await outside.write(customer, "Hello");
  const { open, reply, tick } = inbox(page);
  await open(customer);
  await reply(customer).fill("Hello back");
  await reply(customer).press("Enter");
  await expect(tick("Hello back")).toHaveAccessibleName("Sent. Show attempts");
  const sent = outside.simulator.received.find(({ body }) => body.receiptId === customer.id);
  for (const status of ["read", "sent", "delivered"]) {
    const reported = await request.post(`${outside.ingressUrl}/status`, {
      headers: { "x-validate-token": outside.validateToken },
      data: { messageId: sent?.answer.externalMessageId, status },
    });
    expect(reported.status()).toBe(200);
    await expect(tick("Hello back")).toHaveAccessibleName("Read. Show attempts");
  }
});

test(
  "what WhatsApp refuses outside of its window (131047) offers a template",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, product }) => {
    test.slow();
    const { providers, account } = await withWhatsapp(page, workspace.workspaceId, product.simulatorAddress);
    const customer = await providers.addCustomer("Ines");
    await goToInbox(page, workspace.workspaceId);
    await providers.write(account.slug, customer, "text", "Is it still there?");
    const { open, reply, tick, row } = inbox(page);
    await expect(row(customer)).toContainText("Is it still there?");
    await open(customer);
    // By the provider's clock the 24 hours are over, by ours they are not.
    await providers.endWindows(account.slug);
    await reply(customer).fill("Yes, it is");
    await reply(customer).press("Enter");
    await expect(tick("Yes, it is")).toHaveAccessibleName("Not delivered. Show attempts");
    const failed = page.getByRole("article").filter({ hasText: "Yes, it is" });
    await expect(failed).toContainText("131047");
    await failed.getByRole("button", { name: "Use template" }).click();
    const dialog = page.getByRole("dialog", { name: `Send ${fullName(customer)} a template` });
    await expect(dialog).toBeVisible();
    await page.keyboard.press("Escape");
    await expect(dialog).toBeHidden();
  },
);

test("an earlier conversation of the same customer is read above, with who ended it", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
}) => {
  const customer = outside.newCustomer("Again");
  const first = await outside.write(customer, `First time ${randomUUID().slice(0, 8)}`);
  await core(`mutation ($input: ConvEndInput!) { endConv(input: $input) { id } }`, {
    integrationId: outside.integrationId,
    convId: first.conversationId,
  });
  const second = await outside.write(customer, "Second time");
  expect(second.conversationId).not.toBe(first.conversationId);
  await page.goto(`/${workspace.workspaceId}/inbox/${second.conversationId}`);
  const { log } = inbox(page);
  await expect(log(customer)).toContainText("Second time");
  await expect(log(customer)).not.toContainText("First time");
  await log(customer)
    .getByRole("button", { name: /^Earlier conversation · Order app · ended / })
    .click();
  await expect(log(customer)).toContainText("First time");
  await expect(log(customer).getByRole("separator", { name: "Earlier conversation" })).toBeVisible();
  // An ended conversation's messages can be read and copied, but not answered from here.
  const old = page.getByRole("article").filter({ hasText: "First time" });
  await old.focus();
  await old.press("Enter");
  await expect(old.getByRole("button", { name: "Copy" })).toBeFocused();
  await expect(old.getByRole("button", { name: "Reply to this message" })).toHaveCount(0);
});

test("the log by keyboard: up from an empty composer, arrows, actions, and back", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Keys");
  await outside.write(customer, "One");
  await outside.write(customer, "Two");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply } = inbox(page);
  await open(customer);
  const message = (text: string) => page.getByRole("article").filter({ hasText: text });
  await expect(message("Two")).toBeVisible();
  await reply(customer).focus();
  await page.keyboard.press("ArrowUp");
  await expect(message("Two")).toBeFocused();
  await page.keyboard.press("ArrowUp");
  await expect(message("One")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(message("One").getByRole("toolbar").getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(message("One")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(reply(customer)).toBeFocused();
});
