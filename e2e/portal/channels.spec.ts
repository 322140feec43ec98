import { randomUUID } from "node:crypto";
import type { Page } from "@playwright/test";
import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

const unique = (name: string) => `${name} ${randomUUID().slice(0, 6)}`;

/** Goes from the list through the choice of types to one type's form. */
async function openForm(page: Page, workspaceId: number, type: RegExp): Promise<void> {
  await page.goto(`/${workspaceId}/channels`);
  await page.getByRole("link", { name: "Connect a channel" }).first().click();
  await expect(page.getByRole("heading", { name: "Connect a channel", level: 1 })).toBeVisible();
  await page.getByRole("main").getByRole("link", { name: type }).click();
}

test(
  "a custom channel is made in the portal, shows its tokens once and takes a message at the address it tells",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace: { workspaceId }, outside, request }) => {
    const name = unique("Loyalty app");
    await openForm(page, workspaceId, /^Custom/);
    await page.getByRole("button", { name: "Connect" }).click();
    await expect(page.getByText("Give the channel a name")).toBeVisible();
    await expect(page.getByText("Endpoint is needed")).toBeVisible();
    await page.getByLabel("Name").fill(name);
    await page.getByLabel("Endpoint").fill(outside.simulator.endpointUrl("loyalty"));
    await page.getByLabel("Sender id").fill("loyalty");
    const validateToken = await page.getByLabel("Validate token").inputValue();
    const accessToken = await page.getByLabel("Access token").inputValue();
    expect([validateToken.length, accessToken.length].every((length) => length >= 20)).toBe(true);
    await page.getByRole("button", { name: "Connect" }).click();

    const ready = page.getByRole("dialog", { name: `“${name}” is ready` });
    await expect(ready).toBeVisible();
    const ingressUrl = /https?:\S+\/ext\/v1\/incoming\/custom\/[0-9a-f-]{36}/.exec(await ready.innerText())?.[0] ?? "";
    await ready.getByRole("button", { name: "I have stored it" }).click();
    await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
    await expect(page.getByText(validateToken)).toHaveCount(0);

    const customer = outside.newCustomer("Loyal");
    const sent = await request.post(ingressUrl, {
      headers: { "x-validate-token": validateToken },
      data: {
        content: "How many points do I have?",
        type: "text",
        senderId: customer.id,
        clientInfo: { name: customer.name, surname: customer.surname },
      },
    });
    expect(sent.status()).toBe(200);
    await goToInbox(page, workspaceId);
    await expect(inbox(page).row(customer)).toContainText("How many points do I have?");
  },
);

test("a test message goes over the channel, its tick follows by itself, and it stands in the inbox", async ({
  ownerPage: page,
  workspace: { workspaceId },
  outside,
}) => {
  await page.goto(`/${workspaceId}/channels/${outside.integrationId}`);
  await page.getByLabel("To", { exact: true }).fill(outside.newCustomer("Tester").id);
  await page.getByRole("button", { name: "Send test message" }).click();
  await expect(page.getByRole("status").filter({ hasText: /^Sent$/ })).toBeVisible();
  await page.getByRole("link", { name: "Open the conversation" }).click();
  await expect(page.getByText("Test message: the channel “Order app” can send.").first()).toBeVisible();
});

test("a channel is checked on demand, and says step by step how it is", async ({
  ownerPage: page,
  workspace: { workspaceId },
  outside,
}) => {
  await outside.write(outside.newCustomer("Heard"), "Hello");
  await page.goto(`/${workspaceId}/channels/${outside.integrationId}`);
  await page.getByRole("button", { name: "Check now" }).click();
  const result = page.getByRole("status", { name: "Result of the check" });
  await expect(result).toContainText("All is well");
  await expect(result.getByRole("listitem").filter({ hasText: "Messages out" })).toBeVisible();
});

test("what the provider refuses stands at its field, and nothing is made", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  const name = unique("Bot");
  await openForm(page, workspaceId, /^Telegram/);
  await expect(page.getByText("open a chat with @BotFather")).toBeVisible();
  await page.getByLabel("Name").fill(name);
  const token = page.getByLabel("Bot token");
  await token.fill("no token");
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByText(/must be a bot token of @BotFather/)).toBeVisible();
  await expect(token).toHaveAttribute("aria-invalid", "true");
  await page.goto(`/${workspaceId}/channels`);
  await expect(page.getByRole("link", { name: "Connect a channel" })).toBeVisible();
  await expect(page.getByText(name)).toHaveCount(0);
});

test("a web chat needs nothing but a name", async ({ ownerPage: page, workspace: { workspaceId } }) => {
  const name = unique("Help");
  await openForm(page, workspaceId, /^Web chat/);
  await page.getByLabel("Name").fill(name);
  await page.getByRole("button", { name: "Connect" }).click();
  await expect(page.getByRole("heading", { name, level: 1 })).toBeVisible();
});
