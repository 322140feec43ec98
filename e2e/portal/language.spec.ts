import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { z } from "zod";
import { expect, test } from "../fixtures.ts";
import { setPreferences, signIn } from "../sign-in.ts";

const run = promisify(execFile);
const created = z.object({ workspaceId: z.number() });

/** A workspace with an owner that no other test uses, created with the command line as an operator would. */
async function workspaceOf(dataDir: string, plan: "PREMIUM" | "GATEWAY") {
  const person = { email: `language-${crypto.randomUUID()}@example.com`, password: "correct horse battery staple" };
  const command = async (...options: string[]): Promise<unknown> => {
    const { stdout } = await run(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "server/cli/workspace.ts", ...options, "--json"],
      { cwd: resolve(import.meta.dirname, "../.."), env: { ...process.env, DATA_DIR: dataDir } },
    );
    return JSON.parse(stdout);
  };
  const options = ["--name", "Sprachen", "--plan", plan, "--email", person.email, "--password", person.password];
  const { workspaceId } = created.parse(await command("create", ...options));
  return { person, workspaceId, command };
}

test("Deutsch, chosen in the profile, holds at once, on every page and after a reload", async ({ page, product }) => {
  const { person, workspaceId } = await workspaceOf(product.dataDir, "PREMIUM");
  await signIn(page, person);
  await page.goto(`/${workspaceId}/settings`);
  const html = page.locator("html");
  await expect(html).toHaveAttribute("lang", /^en/);

  // Text in a form that is being filled in stays.
  const name = page.getByRole("textbox", { name: "First name" });
  await name.fill("Mareike");
  await page.getByRole("combobox", { name: "Language" }).click();
  await page.getByRole("option", { name: "Deutsch" }).click();
  await expect(page.getByRole("heading", { name: "Profil", level: 1 })).toBeVisible();
  await expect(html).toHaveAttribute("lang", "de");
  await expect(page.getByRole("textbox", { name: "Vorname" })).toHaveValue("Mareike");

  await page.reload();
  await expect(html).toHaveAttribute("lang", "de");
  await expect(page.getByRole("combobox", { name: "Sprache" })).toHaveValue("Deutsch");
  await expect(page).toHaveTitle(/^Profil/);

  const headings = {
    contacts: "Kontakte",
    broadcasts: "Aussendungen",
    reports: "Berichte",
    channels: "Kanäle",
    assistants: "Assistenten",
    playground: "Playground",
    "settings/workspace": "Allgemein",
  };
  for (const [path, heading] of Object.entries(headings)) {
    await page.goto(`/${workspaceId}/${path}`);
    await expect(page.getByRole("heading", { name: heading, level: 1 }), path).toBeVisible();
    await expect(html).toHaveAttribute("lang", "de");
  }
  await page.goto(`/${workspaceId}/inbox`);
  await expect(page.getByRole("region", { name: "Unterhaltungen", exact: true })).toBeVisible();
  const sections = page.getByRole("navigation", { name: "Bereiche" });
  await expect(sections.getByRole("link", { name: "Posteingang" })).toHaveAttribute("aria-current", "page");

  // A date in German format.
  await page.goto(`/${workspaceId}/settings/workspace`);
  await page.getByRole("textbox", { name: "Abmelde-Stichwort" }).fill("STOPP");
  await page.getByRole("button", { name: "Einstellungen speichern" }).click();
  await expect(page.getByText("Die Einstellungen sind gespeichert")).toBeVisible();
  await page.goto(`/${workspaceId}/settings/audit`);
  await expect(page.locator("time").first()).toHaveText(/^\d{2}\.\d{2}\.\d{4}, /);

  await page.goto(`/${workspaceId}/settings`);
  await page.getByRole("combobox", { name: "Sprache" }).click();
  await page.getByRole("option", { name: "English" }).click();
  await expect(page.getByRole("heading", { name: "Profile", level: 1 })).toBeVisible();
  await expect(html).toHaveAttribute("lang", "en-GB");
});

test("what was chosen elsewhere holds in a browser that comes later", async ({ page, product, browser }) => {
  const { person, workspaceId } = await workspaceOf(product.dataDir, "PREMIUM");
  await signIn(page, person);
  await setPreferences(page, { locale: "fr" });
  const later = await browser.newPage();
  await signIn(later, person);
  await later.goto(`/${workspaceId}/contacts`);
  await expect(later.locator("html")).toHaveAttribute("lang", "fr");
  await expect(later.getByRole("navigation", { name: "Rubriques" })).toBeVisible();
  await later.close();
});

test.describe("a browser that asks for German", () => {
  test.use({ locale: "de-DE" });

  test("is answered in German before anybody signs in, and writes numbers the German way", async ({
    page,
    product,
  }) => {
    const { person, workspaceId, command } = await workspaceOf(product.dataDir, "GATEWAY");
    await command("credit", "--workspace", String(workspaceId), "--credits", "12500");
    await page.goto("/sign-in");
    await expect(page.locator("html")).toHaveAttribute("lang", "de-DE");
    await expect(page.getByRole("heading", { name: "Anmelden" })).toBeVisible();
    await page.getByLabel("E-Mail").fill(person.email);
    await page.getByLabel("Passwort", { exact: true }).fill(person.password);
    await page.getByRole("button", { name: "Anmelden", exact: true }).click();
    await page.waitForURL(/\/\d+\//);
    await page.goto(`/${workspaceId}/settings/credits`);
    await expect(page.getByRole("heading", { name: "Kontostand" })).toBeVisible();
    await expect(page.getByText("12.500").first()).toBeVisible();
    await expect(page.getByRole("row", { name: /Gutgeschrieben/ })).toContainText(/\d{2}\.\d{2}\.\d{4}/);
  });
});
