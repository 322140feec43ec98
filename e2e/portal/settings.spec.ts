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
