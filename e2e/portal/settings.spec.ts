import { createWorkspace, expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

test("a workspace is renamed in its settings, and every open page shows the new name", async ({
  page,
  product,
  browser,
}) => {
  const owner = await createWorkspace(product.dataDir, `rename-${Date.now()}`);
  const { workspaceId } = owner;
  await signIn(page, owner);
  const other = await (await browser.newContext({ baseURL: product.address })).newPage();
  await signIn(other, owner);
  await expect(other.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });

  await page.goto(`/${workspaceId}/settings/workspace`);
  const name = page.getByLabel("Workspace name", { exact: true });
  await expect(name).toHaveValue(/^Workspace rename-/);
  await name.fill(" ");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("Enter a name")).toBeVisible();
  await name.fill("Northlight Home");
  await page.getByRole("button", { name: "Save settings" }).click();
  await expect(page.getByText("The settings are saved")).toBeVisible();
  for (const shown of [page, other])
    await expect(shown.getByRole("button", { name: /Northlight Home/ })).toBeVisible({ timeout: 10_000 });
  await page.reload();
  await expect(name).toHaveValue("Northlight Home");
  await other.context().close();
});

test("the settings are found by their words, and the inbox opens with the view that a person chose", async ({
  page,
  product,
}) => {
  const owner = await createWorkspace(product.dataDir, `opens-${Date.now()}`);
  const { workspaceId } = owner;
  await signIn(page, owner);
  const title = page.getByRole("heading", { level: 1 });
  await page.goto(`/${workspaceId}/inbox`);
  await expect(title).toHaveText(/^Needs reply/);

  await page.goto(`/${workspaceId}/developers`);
  const nav = page.getByRole("navigation", { name: "Settings" });
  await expect(nav.getByRole("link", { name: "API keys" })).toHaveAttribute("aria-current", "page");
  const find = nav.getByRole("searchbox", { name: "Find a setting" });
  await find.fill("no such setting");
  await expect(nav.getByText("No setting has these words.")).toBeVisible();
  await find.fill("OPENS WITH");
  await nav.getByRole("link", { name: /^The inbox opens with/ }).click();
  await expect(title).toHaveText("Your inbox");
  await expect(nav.getByRole("link", { name: "Your inbox" })).toHaveAttribute("aria-current", "page");

  // The next page is another load, so the choice must have been saved by then.
  const saved = page.waitForResponse((response) => response.request().postData()?.includes("setPreferences") ?? false);
  await page.getByRole("combobox", { name: "The inbox opens with" }).click();
  await page.getByRole("option", { name: "Unassigned" }).click();
  await saved;
  await expect(page.getByRole("combobox", { name: "The inbox opens with" })).toHaveValue("Unassigned");
  await page.goto(`/${workspaceId}/inbox`);
  await expect(title).toHaveText(/^Unassigned/);
  await page.goto(`/${workspaceId}/inbox?view=all`);
  await expect(title).toHaveText(/^All open/);
});

test("on a phone the settings' pages are a menu", async ({ ownerPage: page, workspace: { workspaceId } }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/${workspaceId}/settings`);
  const nav = page.getByRole("navigation", { name: "Settings" });
  await expect(nav.getByRole("link", { name: "Team members" })).toBeHidden();
  await nav.getByRole("button", { name: "All settings" }).click();
  await nav.getByRole("link", { name: "Team members" }).click();
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Team members");
  await expect(nav.getByRole("link", { name: "Team members" })).toBeHidden();
});
