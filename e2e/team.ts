import type { Browser, Page } from "@playwright/test";
import { expect } from "./fixtures.ts";

export const PASSWORD = "a long enough password";

/** Invites through the team's page and returns the displayed link. */
export async function invite(page: Page, workspaceId: number, email: string, role: string): Promise<string> {
  await page.goto(`/${workspaceId}/settings/team`);
  await page.getByRole("button", { name: "Invite" }).click();
  const form = page.getByRole("dialog", { name: "Invite to the workspace" });
  await form.getByLabel("E-mail").fill(email);
  await form.getByRole("radio", { name: role, exact: true }).check();
  await form.getByRole("button", { name: "Send invitation" }).click();
  const shown = page.getByRole("dialog", { name: `${email} is invited` });
  await expect(shown).toContainText("No mail server is set up. The e-mail is in the service’s log.");
  const link = /http:\/\/\S+\/invitations\/[A-Za-z0-9_-]{43}/.exec(await shown.innerText())?.[0] ?? "";
  expect(link).not.toBe("");
  await shown.getByRole("button", { name: "Done" }).click();
  await expect(page.getByRole("table", { name: "Invitations" })).toContainText(email);
  return link;
}

/** A page in a new browser context, opened by the invited person. */
export async function newcomer(browser: Browser, link: string): Promise<Page> {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(link);
  return page;
}

export async function makeAccount(page: Page, name: string): Promise<void> {
  await page.getByLabel("Your name").fill(name);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Create account and join" }).click();
  await page.waitForURL(/\/\d+\/inbox/);
}
