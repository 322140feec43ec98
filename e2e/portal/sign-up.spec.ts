import { expect, signIn, test } from "../fixtures.ts";

test("signing up makes a workspace of one's own, and signing out closes it", { tag: "@journey" }, async ({ page }) => {
  const email = `founder-${Date.now()}@example.com`;
  const password = "a long enough password";
  await page.goto("/sign-up");
  await page.getByLabel("Your name").fill("Frida Founder");
  await page.getByLabel("Workspace name").fill("Frida's Flowers");
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill("short");
  await page.getByRole("button", { name: "Create workspace" }).click();
  await expect(page.getByText("Use 10 characters or more")).toBeVisible();
  await page.getByLabel("Password", { exact: true }).fill(password);
  await page.getByRole("button", { name: "Create workspace" }).click();
  await page.waitForURL(/\/\d+\/inbox/);
  await expect(page.getByRole("button", { name: "Workspace Frida's Flowers" })).toBeVisible();
  await expect(page.getByText("Connect a channel")).toBeVisible();
  const home = page.url();

  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  await page.goto(home);
  await page.waitForURL(/\/sign-in/);
  await signIn(page, { email, password });
  await expect(page).toHaveURL(/\/inbox/);
});

test("a wrong password says so, and another workspace stays closed", async ({ page, workspace, product }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(workspace.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("E-mail and password do not belong together.")).toBeVisible();
  await signIn(page, workspace);
  const foreign = await page.goto(`/${product.demo.workspaceId}/inbox`);
  expect([404, 200]).toContain(foreign?.status());
  await expect(page.getByRole("option")).toHaveCount(0);
});
