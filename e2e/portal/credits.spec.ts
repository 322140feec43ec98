import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import AxeBuilder from "@axe-core/playwright";
import { z } from "zod";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

const run = promisify(execFile);
const created = z.object({ workspaceId: z.number() });

/** A workspace on the Gateway plan, created with the command line as an operator would. */
async function gatewayWorkspace(dataDir: string) {
  const person = { email: `gateway-${crypto.randomUUID()}@example.com`, password: "correct horse battery staple" };
  const command = async (...options: string[]): Promise<unknown> => {
    const { stdout } = await run(
      process.execPath,
      ["--disable-warning=ExperimentalWarning", "server/cli/workspace.ts", ...options, "--json"],
      { cwd: resolve(import.meta.dirname, "../.."), env: { ...process.env, DATA_DIR: dataDir } },
    );
    return JSON.parse(stdout);
  };
  const options = ["--name", "Parcels", "--plan", "GATEWAY", "--email", person.email, "--password", person.password];
  const { workspaceId } = created.parse(await command("create", ...options));
  const grant = (credits: number) =>
    command("credit", "--workspace", String(workspaceId), "--credits", String(credits));
  return { ...person, workspaceId, grant };
}

for (const scheme of ["light", "dark"] as const) {
  test.describe(scheme, () => {
    test.use({ colorScheme: scheme });

    test("a Gateway workspace sees its balance, the packs and the ledger, and no inbox", async ({ page, product }) => {
      const { workspaceId, grant, ...person } = await gatewayWorkspace(product.dataDir);
      await signIn(page, person);
      await expect(page.getByRole("heading", { name: "The Gateway plan works through the API" })).toBeVisible();
      await expect(page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox" })).toHaveCount(
        0,
      );
      await page.getByRole("link", { name: "See the credits" }).click();
      await expect(page).toHaveURL(new RegExp(`/${workspaceId}/settings/credits$`));
      await expect(page.getByText("New messages are refused until you buy credits.")).toBeVisible();
      await expect(page.getByText("Nothing yet")).toBeVisible();
      // No Stripe keys are set, so the page shows the packs and who can help.
      await expect(page.getByRole("button", { name: "Buy for $100: 125,000 credits" })).toBeDisabled();
      await expect(page.getByText(/Its operator can also grant credits/)).toBeVisible();

      await grant(6_250);
      await expect(page.getByText("New messages are refused until you buy credits.")).toBeHidden({ timeout: 15_000 });
      await expect(page.getByRole("row", { name: /Granted.*\+6,250/ })).toBeVisible({ timeout: 15_000 });
      const { violations } = await new AxeBuilder({ page }).analyze();
      expect(violations.filter(({ impact }) => impact === "serious" || impact === "critical")).toEqual([]);

      await page.setViewportSize({ width: 390, height: 844 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await page.goto(`/${workspaceId}/settings/credits?checkout=cancelled`);
      await expect(page.getByText("You left the checkout, and nothing was charged.")).toBeVisible();
    });
  });
}

test("an Inbox workspace has no credits, and says so to who comes by the address", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  await page.goto(`/${workspaceId}/settings`);
  await expect(page.getByRole("navigation", { name: "Settings" }).getByRole("link", { name: "General" })).toBeVisible();
  await expect(page.getByRole("link", { name: "Credits" })).toHaveCount(0);
  await page.goto(`/${workspaceId}/settings/credits`);
  await expect(page.getByRole("heading", { name: "Credits belong to the Gateway plan" })).toBeVisible();
});
