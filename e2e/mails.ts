import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "@playwright/test";
import { z } from "zod";
import { expect } from "./fixtures.ts";

const mail = z.object({ to: z.string(), text: z.string() });

/**
 * Waits for the newest link to a page (`sign-up`, `reset-password`) in an email to an address. global-setup.ts stores the
 * emails.
 */
export async function mailedLink(dataDir: string, email: string, page: "sign-up" | "reset-password"): Promise<string> {
  const file = join(dataDir, "mails.jsonl");
  const pattern = new RegExp(`http://\\S+/${page}/[\\w-]{43}`);
  let link = "";
  await expect
    .poll(() => {
      const lines = existsSync(file) ? readFileSync(file, "utf8").trimEnd().split("\n") : [];
      const texts = lines.map((line) => mail.parse(JSON.parse(line))).filter(({ to }) => to === email);
      link = pattern.exec(texts.at(-1)?.text ?? "")?.[0] ?? "";
      return link;
    })
    .not.toBe("");
  return link;
}

type NewPerson = { name: string; workspaceName: string; email: string; password: string };

export async function requestSignUp(page: Page, person: NewPerson): Promise<void> {
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill(person.name);
  await page.getByLabel("Workspace name").fill(person.workspaceName);
  await page.getByLabel("E-mail").fill(person.email);
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByRole("heading", { name: "Check your e-mail" })).toBeVisible();
}

/** Signs up through the pages, with the link from the email, and waits for the new workspace. */
export async function signUp(page: Page, dataDir: string, person: NewPerson): Promise<void> {
  await requestSignUp(page, person);
  await page.goto(await mailedLink(dataDir, person.email, "sign-up"));
  await expect(page.getByRole("heading", { name: `Create ${person.workspaceName}` })).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(person.password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(/\/\d+\/inbox/);
}
