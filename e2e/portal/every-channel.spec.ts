import type { Page } from "@playwright/test";
import { inDatabase } from "../database.ts";
import { goToInbox, inbox } from "../inbox.ts";
import { fresh, newWhatsapp, providersAt } from "../providers.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";
import { setPreferences } from "../sign-in.ts";

// One conversation on each channel that has a provider: connected in the portal, started by a customer at the provider's
// stand-in, answered in the inbox.

type Case = {
  name: string;
  /** The name of the card in the channel gallery. */
  card: RegExp;
  account: () => Record<string, string>;
  /** The form's values, by the fields' labels. */
  fields: (account: Record<string, string>) => [label: RegExp, value: string | undefined][];
  /** The last status that the provider reports for an answer. */
  lastTick: "Sent" | "Read";
  hasWindow: boolean;
};

const CASES: Case[] = [
  {
    name: "WhatsApp",
    card: /^WhatsApp (?!Gateway)/,
    account: newWhatsapp,
    fields: ({ phoneNumberId, wabaId, accessToken, appSecret }) => [
      [/^Phone number id/, phoneNumberId],
      [/^WhatsApp Business account id/, wabaId],
      [/^Access token/, accessToken],
      [/^App secret/, appSecret],
    ],
    lastTick: "Read",
    hasWindow: true,
  },
  {
    name: "Messenger",
    card: /^Facebook Messenger/,
    account: () => ({
      kind: "messenger",
      name: "Ida's shop",
      accessToken: fresh.token("EAAG"),
      accountId: fresh.id(),
      appId: fresh.id(),
      appSecret: fresh.secret(),
    }),
    fields: ({ accountId, accessToken, appSecret, appId }) => [
      [/^Page id/, accountId],
      [/^Page access token/, accessToken],
      [/^App secret/, appSecret],
      [/^App id/, appId],
    ],
    lastTick: "Read",
    hasWindow: true,
  },
  {
    name: "Instagram",
    card: /^Instagram/,
    account: () => ({
      kind: "instagram",
      name: "idas_shop",
      accessToken: fresh.token("IGAA"),
      accountId: fresh.id(),
      appId: fresh.id(),
      appSecret: fresh.secret(),
    }),
    fields: ({ accountId, accessToken, appSecret, appId }) => [
      [/^Instagram account id/, accountId],
      [/^Access token/, accessToken],
      [/^App secret/, appSecret],
      [/^App id/, appId],
    ],
    lastTick: "Read",
    hasWindow: true,
  },
  {
    name: "Telegram",
    card: /^Telegram/,
    account: () => ({
      kind: "telegram",
      name: "Ida's bot",
      accessToken: `${fresh.id().slice(0, 9)}:${fresh.token("AA")}`,
      username: "idas_shop_bot",
    }),
    fields: ({ accessToken }) => [[/^Bot token/, accessToken]],
    lastTick: "Sent",
    hasWindow: false,
  },
];

async function connect(page: Page, workspaceId: number, { card, fields }: Case, account: Record<string, string>) {
  await page.goto(`/${workspaceId}/channels`);
  await page.getByRole("link", { name: "Connect a channel" }).first().click();
  await page.getByRole("main").getByRole("link", { name: card }).click();
  await page.getByLabel(/^Name/).fill(account.slug ?? "");
  for (const [label, value = ""] of fields(account)) await page.getByLabel(label).fill(value);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name: account.slug ?? "", level: 1 })).toBeVisible();
  await expect(page.getByText("Messages do not come in")).toHaveCount(0);
}

for (const each of CASES) {
  test(`${each.name}: connected, written to, answered, and reacted to`, async ({
    ownerPage: page,
    workspace,
    product,
  }) => {
    test.slow();
    const { workspaceId } = workspace;
    const providers = providersAt(product.simulatorAddress);
    const account = await providers.addAccount(each.account());
    await connect(page, workspaceId, each, account);
    await goToInbox(page, workspaceId);

    const customer = await providers.addCustomer("Ida");
    const question = await providers.write(account.slug, customer, "text", "Do you ship to Bergen?");
    const { row, open, log, reply, thread, tick } = inbox(page);
    await expect(row(customer)).toContainText("Do you ship to Bergen?");
    await open(customer);
    await expect(log(customer)).toContainText("Do you ship to Bergen?");

    await reply(customer).fill("Yes, in two days.");
    await page.getByRole("button", { name: `Send to ${fullName(customer)} on ${account.slug}` }).click();
    await expect(tick("Yes, in two days.")).toHaveAccessibleName(`${each.lastTick}. Show attempts`);
    const [answer, ...others] = await providers.sentTo(account.slug, customer);
    expect(others).toEqual([]);
    expect(answer).toMatchObject({ type: "text", content: "Yes, in two days." });

    await providers.react(answer?.id ?? "", "👍");
    await expect(page.getByRole("article").filter({ hasText: "Yes, in two days." }).getByText("👍")).toBeVisible();
    await providers.edit(question.id, "Do you ship to Bergen and Voss?");
    await expect(log(customer)).toContainText("Do you ship to Bergen and Voss?");

    await providers.write(account.slug, customer, "image", `${product.simulatorAddress}/media/parcel.png`);
    const picture = log(customer).locator("img").last();
    await expect(picture).toBeVisible();
    await expect.poll(() => picture.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBeGreaterThan(0);

    if (!each.hasWindow) return;
    await providers.write(account.slug, customer, "standby", "Is it waterproof?");
    await expect(log(customer)).toContainText("Is it waterproof?");
    await expect(page.getByText(`Another app is answering ${fullName(customer)}`)).toBeVisible();
    await expect(reply(customer)).toBeDisabled();
    await page.getByRole("button", { name: "Take over" }).click();
    await expect(reply(customer)).toBeEnabled();
    await reply(customer).fill("It is, up to a metre.");
    await reply(customer).press("Enter");
    await expect(tick("It is, up to a metre.")).toHaveAccessibleName(`${each.lastTick}. Show attempts`);
    await thread.getByRole("button", { name: "More" }).first().click();
    await page.getByRole("menuitem", { name: "Give back to the other app" }).click();
    await expect(reply(customer)).toBeDisabled();
    await page.getByRole("button", { name: "Take over" }).click();
    await expect(reply(customer)).toBeEnabled();

    // By the provider's clock the 24 hours are over, by ours they are not. Its refusal is shown in words.
    await providers.endWindows(account.slug);
    await reply(customer).fill("Are you still there?");
    await reply(customer).press("Enter");
    await expect(tick("Are you still there?")).toHaveAccessibleName("Not delivered. Show attempts");
    await expect(page.getByRole("article").filter({ hasText: "Are you still there?" })).toContainText("24 hours");
    expect(await providers.sentTo(account.slug, customer)).toHaveLength(2);
  });
}

async function withMessenger(page: Page, workspaceId: number, simulatorAddress: string) {
  const messenger = CASES.find(({ name }) => name === "Messenger");
  if (!messenger) throw new Error("there is no such case");
  const providers = providersAt(simulatorAddress);
  const account = await providers.addAccount(messenger.account());
  await connect(page, workspaceId, messenger, account);
  return { providers, account, lastTick: messenger.lastTick };
}

test("Messenger: a day later answered by a person, and a week later by template, where Meta permits it", async ({
  ownerPage: page,
  workspace,
  product,
}) => {
  test.slow();
  const { workspaceId } = workspace;
  const { providers, account } = await withMessenger(page, workspaceId, product.simulatorAddress);
  const permission = page.getByRole("switch", { name: "The app may use Human Agent" });
  await permission.click();
  await expect(permission).toBeChecked();
  const utility = page.getByRole("switch", { name: "Send utility messages by template" });
  await utility.click();
  await expect(utility).toBeChecked();

  const customer = await providers.addCustomer("Ida");
  await providers.write(account.slug, customer, "text", "Is it waterproof?");
  await goToInbox(page, workspaceId);
  const { row, open, reply, tick } = inbox(page);
  await expect(row(customer)).toContainText("Is it waterproof?");
  const wroteBefore = (hours: number) =>
    inDatabase(product.dataDir, (client) =>
      client.query(
        `update "Conversation" set "lastClientMessageAt" = now() - make_interval(hours => $2), "assigneeId" =
        (select id from "Agent" where "workspaceId" = $1 and email <> '' order by "createdAt" limit 1) where "workspaceId" = $1`,
        [workspaceId, hours],
      ),
    );
  await wroteBefore(30);
  await page.reload();
  await open(customer);
  await expect(
    page.getByText(/^The contact’s last message is more than 24 hours old\. You can still answer for 6 days/),
  ).toBeVisible();
  await reply(customer).fill("Yes. Sorry for the wait!");
  await page.getByRole("button", { name: `Send to ${fullName(customer)} on ${account.slug}` }).click();
  await expect(tick("Yes. Sorry for the wait!")).toHaveAccessibleName("Read. Show attempts");

  await wroteBefore(200);
  await page.reload();
  await open(customer);
  const composer = page.getByRole("form", { name: `Template to ${fullName(customer)}` });
  await composer.getByRole("button", { name: "order_shipped", exact: true }).click();
  await composer.getByRole("textbox", { name: /^Variable 1/ }).fill("Ida");
  await composer.getByRole("textbox", { name: /^Variable 2/ }).fill("N-1180");
  await composer.getByRole("button", { name: `Send template to ${fullName(customer)}` }).click();
  await expect(tick("Hi Ida, your order N-1180 is on its way.")).toHaveAccessibleName("Read. Show attempts");
  expect((await providers.sentTo(account.slug, customer)).at(-1)).toMatchObject({
    type: "template",
    content: "order_shipped · Ida · N-1180",
  });
});

test("Messenger: a comment is answered in public and privately, and hidden", async ({
  ownerPage: page,
  workspace,
  product,
}) => {
  test.slow();
  const { workspaceId } = workspace;
  const { providers, account, lastTick } = await withMessenger(page, workspaceId, product.simulatorAddress);
  const comments = page.getByRole("switch", { name: "Comments come into the inbox" });
  await comments.click();
  await expect(page.getByText("Saved")).toBeVisible();
  await expect(comments).toBeChecked();

  const customer = await providers.addCustomer("Ida");
  await providers.write(account.slug, customer, "comment", "Do they come in red?");
  await goToInbox(page, workspaceId);
  const { row, open, log, reply, tick } = inbox(page);
  await expect(row(customer)).toContainText("Do they come in red?");
  await open(customer);
  await expect(log(customer)).toContainText("our winter boots are here");
  await page.getByRole("textbox", { name: `Public answer to ${fullName(customer)}` }).fill("They do.");
  await page
    .getByRole("button", { name: `Publish answer to ${fullName(customer)} on ${account.slug}, public comments` })
    .click();
  await expect(tick("They do.")).toHaveAccessibleName("Sent. Show attempts");
  await expect(page.getByText("Everybody can read this")).toBeVisible();
  expect(await providers.sentTo(account.slug, customer)).toMatchObject([{ type: "comment", content: "They do." }]);

  const comment = page.getByRole("article").filter({ hasText: "Do they come in red?" });
  const choose = async (name: string) => {
    await comment.hover();
    await comment.getByRole("button", { name: "More about this message" }).click();
    await page.getByRole("menuitem", { name }).click();
  };
  await choose("Hide from the public");
  await expect(comment).toContainText("Hidden from the public");
  await choose("Answer privately");
  const dialog = page.getByRole("dialog", { name: `Answer ${fullName(customer)} privately` });
  await dialog.getByLabel("Message").fill("Which size do you need?");
  await dialog.getByRole("button", { name: "Send privately" }).click();
  await expect(tick("Which size do you need?")).toHaveAccessibleName(`${lastTick}. Show attempts`);
  await expect(reply(customer)).toBeDisabled();
  await providers.write(account.slug, customer, "text", "Forty-two");
  await expect(log(customer)).toContainText("Forty-two");
  await expect(reply(customer)).toBeEnabled();
});

test("Telegram: the chat of a business account is told apart from the bot's own, and answered there", async ({
  ownerPage: page,
  workspace,
  product,
}) => {
  test.slow();
  const telegram = CASES.find(({ name }) => name === "Telegram");
  if (!telegram) throw new Error("Telegram is no case");
  const { workspaceId } = workspace;
  const providers = providersAt(product.simulatorAddress);
  const account = await providers.addAccount(telegram.account());
  await connect(page, workspaceId, telegram, account);
  const customer = await providers.addCustomer("Ida");
  await providers.write(account.slug, customer, "text", "A question for the bot");
  await providers.write(account.slug, customer, "kind", "To a business account");
  await goToInbox(page, workspaceId);
  const { row, open, reply, tick } = inbox(page);
  await expect(row(customer)).toHaveAccessibleName(/also on/);
  await open(customer);
  const place = `${account.slug}, business account`;
  await page.getByRole("link", { name: place, exact: true }).click();
  await reply(customer).fill("Open until six");
  await page.getByRole("button", { name: `Send to ${fullName(customer)} on ${place}` }).click();
  await expect(tick("Open until six")).toHaveAccessibleName("Sent. Show attempts");
  expect(await providers.sentTo(account.slug, customer)).toMatchObject([{ content: "Open until six" }]);
  // One channel alone is a choice that the account keeps.
  await setPreferences(page, { mergesChannels: true });
});
