import { createHmac, randomUUID } from "node:crypto";
import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";
import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { asCustomer, openChat, own, someone, visitorPage, write } from "../site.ts";

/** One blue pixel. */
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPj/HwADBwIAMCbHYQAAAABJRU5ErkJggg==",
  "base64",
);

test(
  "a visitor of another site and an agent write to each other, and both see it as it happens",
  { tag: "@journey" },
  async ({ ownerPage: agent, workspace: { workspaceId }, site, browser }) => {
    test.slow();
    const visitor = someone("Vera");
    const customer = asCustomer(visitor);
    const { row, log, reply, open } = inbox(agent);
    await goToInbox(agent, workspaceId);
    const { context, page } = await visitorPage(browser);
    let chat = await openChat(page, site.url(visitor));

    await write(chat, "Is the tent back in stock?");
    await expect(own(chat, "Is the tent back in stock?")).toContainText("Sent");
    await expect(row(customer)).toContainText("Is the tent back in stock?");
    await open(customer);

    // Keys pressed before the conversation counts as viewed send no typing event. Real users keep typing.
    await expect(async () => {
      await reply(customer).pressSequentially("It is ");
      await expect(chat.getByText(/typing…$/).first()).toBeVisible({ timeout: 1_000 });
    }).toPass({ timeout: 20_000 });
    await reply(customer).fill("It is: https://shop.example/tent <b>today</b>");
    await reply(customer).press("Enter");
    await expect(chat.getByRole("log")).toContainText("<b>today</b>");
    await expect(chat.getByRole("link", { name: "https://shop.example/tent" })).toHaveAttribute("rel", /noopener/);
    // The earlier messages are read, because an agent has the conversation open.
    await chat.getByRole("textbox", { name: "Message" }).pressSequentially("Gr");
    await expect(row(customer)).toContainText("typing…");

    await chat.locator("input[type=file]").setInputFiles({ name: "receipt.png", mimeType: "image/png", buffer: PNG });
    await expect(chat.getByRole("img", { name: "receipt.png" })).toBeVisible();
    await expect(log(customer).getByRole("img").first()).toBeVisible();
    await chat.locator("input[type=file]").setInputFiles({ name: "x.html", mimeType: "text/html", buffer: PNG });
    await expect(chat.getByRole("alert")).toContainText("Not sent: x.html.");

    await page.reload();
    await page.getByRole("button", { name: /^Open chat/ }).click();
    chat = page.frameLocator("omnichannel-chat iframe");
    await expect(own(chat, "Is the tent back in stock?")).toHaveCount(1);
    await expect(chat.getByRole("log")).toContainText("<b>today</b>");
    await expect(chat.getByRole("img", { name: "receipt.png" })).toBeVisible();

    // While the chat is closed, the button counts new messages.
    await page.keyboard.press("Escape");
    await reply(customer).fill("Anything else?");
    await reply(customer).press("Enter");
    await expect(page.getByRole("button", { name: "Open chat, 1 unread messages" })).toBeVisible();
    await page.getByRole("button", { name: /^Open chat/ }).click();
    await expect(chat.getByRole("log")).toContainText("Anything else?");
    // The chat is open once the visitor can write. Before that it would take the focus back.
    await expect(chat.getByRole("textbox", { name: "Message" })).toBeFocused();
    await page.keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Open chat", exact: true })).toBeFocused();
    await context.close();
  },
);

test("what is written offline is sent once, even when the page is loaded anew before", async ({
  ownerPage: agent,
  workspace: { workspaceId },
  site,
  browser,
}) => {
  const visitor = someone("Otto");
  const { context, page } = await visitorPage(browser);
  let chat = await openChat(page, site.url(visitor));
  await write(chat, "Hello");
  await expect(own(chat, "Hello")).toContainText("Sent");

  await context.setOffline(true);
  await expect(chat.getByText(/^You are offline/)).toBeVisible();
  await write(chat, "Written in the tunnel");
  await expect(own(chat, "Written in the tunnel")).toContainText("Waiting for the connection");
  await context.setOffline(false);
  await expect(own(chat, "Written in the tunnel")).toContainText("Sent");

  await context.route("**/ext/v1/**", (route) => route.abort());
  await write(chat, "Written before the reload");
  await expect(own(chat, "Written before the reload")).toContainText("Sending");
  await page.reload();
  await page.getByRole("button", { name: /^Open chat/ }).click();
  await context.unroute("**/ext/v1/**");
  chat = page.frameLocator("omnichannel-chat iframe");
  await expect(own(chat, "Written before the reload")).toContainText("Sent", { timeout: 20_000 });

  await goToInbox(agent, workspaceId);
  const { open, log } = inbox(agent);
  await open(asCustomer(visitor));
  for (const text of ["Hello", "Written in the tunnel", "Written before the reload"])
    await expect(log(asCustomer(visitor)).getByText(text)).toHaveCount(1);
  await context.close();
});

test("a visitor whom the site vouches for finds their conversation in another browser; nobody else does", async ({
  site,
  browser,
}) => {
  const id = `customer-${randomUUID()}`;
  const hash = createHmac("sha256", site.identitySecret).update(id).digest("hex");
  const visitor = { ...someone("Ida"), id, hash };
  const at = await visitorPage(browser);
  const first = await openChat(at.page, site.url(visitor));
  await write(first, "My order 4711 is late");
  await expect(own(first, "My order 4711 is late")).toContainText("Sent");
  await at.context.close();

  const elsewhere = await visitorPage(browser);
  const second = await openChat(elsewhere.page, site.url(visitor));
  await expect(own(second, "My order 4711 is late")).toBeVisible();
  await elsewhere.context.close();

  for (const wrong of ["0".repeat(64), undefined]) {
    const { context, page } = await visitorPage(browser);
    await page.goto(site.url({ ...someone("Eve"), id, ...(wrong ? { hash: wrong } : {}) }));
    await page.getByRole("button", { name: /^Open chat/ }).click();
    const chat = page.frameLocator("omnichannel-chat iframe");
    await expect(chat.getByRole("heading", { name: "We could not confirm who you are" })).toBeVisible();
    await expect(chat.getByText("My order 4711 is late")).toHaveCount(0);
    await context.close();
  }
});

for (const colorScheme of ["light", "dark"] as const) {
  test(`on a phone the chat is the screen, and nobody is kept out (${colorScheme})`, async ({ site, browser }) => {
    const { context, page } = await visitorPage(browser, {
      colorScheme,
      viewport: { width: 390, height: 844 },
      hasTouch: true,
      isMobile: true,
    });
    await page.goto(site.url(someone("Fon")));
    expect(await obstacles(page)).toEqual([]);
    await page.getByRole("button", { name: /^Open chat/ }).tap();
    const chat = page.frameLocator("omnichannel-chat iframe");
    await chat.getByRole("textbox", { name: "Message" }).fill("Hello");
    await chat.getByRole("button", { name: "Send" }).tap();
    await expect(own(chat, "Hello")).toContainText("Sent");
    expect(await page.locator("omnichannel-chat iframe").boundingBox()).toEqual({
      x: 0,
      y: 0,
      width: 390,
      height: 844,
    });
    expect(await obstacles(page)).toEqual([]);
    await chat.getByRole("button", { name: "Close chat" }).tap();
    await expect(page.getByRole("button", { name: "Open chat", exact: true })).toBeVisible();
    await context.close();
  });
}

/** Accessibility problems for users with a screen reader, a keyboard or low vision, in the page and in the chat. */
async function obstacles(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page }).analyze();
  return violations.flatMap(({ id, nodes }) => nodes.map(({ target }) => `${id}: ${JSON.stringify(target)}`));
}

test("the portal gives the script, dresses the real chat as somebody types, and keeps it off other sites", async ({
  ownerPage: page,
  workspace: { workspaceId },
  site,
  browser,
}) => {
  await page.goto(`/${workspaceId}/channels/${site.integrationId}`);
  await expect(page.getByLabel("Script for your site", { exact: true })).toContainText(
    `data-channel="${site.integrationId}"`,
  );
  await expect(page.getByText(site.identitySecret)).toHaveCount(0);
  await page.getByRole("button", { name: "Show secret" }).click();
  await expect(page.getByText(site.identitySecret)).toBeVisible();

  const preview = page.frameLocator('iframe[title="Preview of the chat"]');
  await page.getByLabel("Title", { exact: true }).fill("Ask the mountain people");
  await expect(preview.getByRole("heading", { name: "Ask the mountain people" })).toBeVisible();
  await page.getByLabel("Colour", { exact: true }).fill("#ffe14d");
  await expect(preview.locator("header")).toHaveCSS("background-color", "rgb(255, 225, 77)");
  // A yellow background gets black text.
  await expect(preview.locator("header")).toHaveCSS("color", "rgb(0, 0, 0)");

  const sites = page.getByRole("combobox", { name: "Sites that may show it" });
  await sites.fill("shop.example");
  await sites.press("Enter");
  await page.getByRole("button", { name: "Save looks" }).click();
  await expect(page.getByText(/“shop.example” is not the address of a site/)).toBeVisible();
  await sites.press("Backspace");
  await sites.fill("https://shop.example");
  await sites.press("Enter");
  await page.getByRole("button", { name: "Save looks" }).click();
  await expect(page.getByText("The web chat's look was saved")).toBeVisible();

  const { context, page: stranger } = await visitorPage(browser);
  const refused = stranger.waitForEvent("console", (message) => message.text().includes("frame-ancestors"));
  await stranger.goto(site.url());
  await stranger.getByRole("button", { name: /^Open chat/ }).click();
  await refused;
  await context.close();

  await sites.press("Backspace");
  await page.getByRole("button", { name: "Save looks" }).click();
  // The toast of the save before may still be there. Only what has been saved leaves nothing to save.
  await expect(page.getByRole("button", { name: "Save looks" })).toBeDisabled();
  const open = await visitorPage(browser);
  const chat = await openChat(open.page, site.url());
  await expect(chat.getByRole("heading", { name: "Ask the mountain people" })).toBeVisible();
  await open.context.close();
});
