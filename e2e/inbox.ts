import type { Locator, Page } from "@playwright/test";
import type { Customer } from "../simulator/talk.ts";
import { expect } from "./fixtures.ts";
import { fullName } from "./outside.ts";

/** Locators of the inbox, by visible text and accessible names. */
export function inbox(page: Page) {
  const row = (customer: Customer): Locator =>
    page.getByRole("option", { name: new RegExp(`^${fullName(customer)},`) });
  const thread = page.getByRole("region", { name: "Open conversation" });
  return {
    row,
    log: (customer: Customer): Locator => page.getByRole("log", { name: `Conversation with ${fullName(customer)}` }),
    thread,
    reply: (customer: Customer): Locator => page.getByRole("textbox", { name: `Reply to ${fullName(customer)}` }),
    note: page.getByRole("textbox", { name: "Note for your team" }),
    /** The status tick of our message with this text. */
    tick: (text: string): Locator =>
      page
        .getByRole("article")
        .filter({ hasText: text })
        .getByRole("button", { name: /Show attempts$/ }),
    async open(customer: Customer): Promise<void> {
      await isAlive(page);
      await hasHandlers(row(customer));
      await row(customer).click();
      await expect(page.getByRole("heading", { name: fullName(customer), level: 2 })).toBeVisible();
    },
  };
}

/**
 * Opens a workspace's inbox with all open conversations and waits until it is live. Then changes arrive by themselves and keys work.
 */
export async function goToInbox(page: Page, workspaceId: number): Promise<void> {
  await page.goto(`/${workspaceId}/inbox?view=all`);
  await isLive(page);
}

/** Reloads the inbox and waits until it is live again. */
export async function reloadInbox(page: Page): Promise<void> {
  await page.reload();
  await isLive(page);
}

async function isLive(page: Page): Promise<void> {
  await expect(page.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
  await isAlive(page);
}

/** The frame handles keys before the panes do. Until then a key press is lost, and a click on a row reloads the page. */
async function isAlive(page: Page): Promise<void> {
  await hasHandlers(page.getByRole("region", { name: "Conversations", exact: true }));
}

/** Waits until the browser has taken over what the server drew. A row gets its handlers after the pane around it. */
async function hasHandlers(element: Locator): Promise<void> {
  const found = () => element.evaluate((node) => Object.keys(node).some((name) => name.startsWith("__reactProps")));
  await expect.poll(found, { timeout: 20_000 }).toBe(true);
}
