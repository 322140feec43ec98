import { mailedLink, requestSignUp, signUp } from "../mails.ts";
import { createWorkspace, expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

test(
  "signing up makes a workspace of one's own, and signing out closes it",
  { tag: "@journey" },
  async ({ page, product }) => {
    const email = `founder-${Date.now()}@example.com`;
    const password = "a long enough password";
    await page.goto("/sign-up");
    await page.getByLabel("Password", { exact: true }).fill("short");
    await page.getByRole("button", { name: "Create workspace" }).click();
    await expect(page.getByText("Use 10 characters or more")).toBeVisible();
    await signUp(page, product.dataDir, { name: "Frida Founder", workspaceName: "Frida's Flowers", email, password });
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
  },
);

test("a wrong password says so, and another workspace stays closed", async ({ page, workspace, product }) => {
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(workspace.email);
  await page.getByLabel("Password", { exact: true }).fill("not the password");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("The e-mail or the password is wrong.")).toBeVisible();
  await signIn(page, workspace);
  const foreign = await page.goto(`/${product.demo.workspaceId}/inbox`);
  expect([404, 200]).toContain(foreign?.status());
  await expect(page.getByRole("option")).toHaveCount(0);
});

test("the page says the same of an address that has an account, and a link that was used is dead", async ({
  page,
  product: { dataDir },
}) => {
  const password = "a long enough password";
  const person = { name: "Nia New", workspaceName: "Nia's Nuts", email: `nia-${Date.now()}@example.com`, password };
  await signUp(page, dataDir, person);
  const link = await mailedLink(dataDir, person.email, "sign-up");
  // An open portal detects that it is signed out and goes to the sign-in by itself.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await requestSignUp(page, { ...person, name: "Somebody Else", password: "another long password" });
  await expect(page.getByText(`We have sent an e-mail to ${person.email}.`)).toBeVisible();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link was used already" })).toBeVisible();
  await page.getByRole("link", { name: "Sign in" }).click();
  await page.waitForURL(/\/sign-in/);
});

test("a forgotten password is reset by the link in the email, once, and every sign-in ends", async ({
  page,
  browser,
  product: { dataDir },
}) => {
  const { email, password, workspaceId } = await createWorkspace(dataDir, "forgetful");
  const other = await (await browser.newContext()).newPage();
  await signIn(other, { email, password });
  await page.goto("/sign-in");
  await page.getByRole("link", { name: "Forgot your password?" }).click();
  // The sign-in page has a field with this name too.
  await expect(page.getByRole("heading", { name: "Forgot your password?" })).toBeVisible();
  await page.getByLabel("E-mail").fill(email);
  await page.getByRole("button", { name: "Send link" }).click();
  await expect(page.getByText(`If ${email} has an account`)).toBeVisible();
  const link = await mailedLink(dataDir, email, "reset-password");
  await page.goto(link);
  await page.getByLabel("New password").fill("short");
  await page.getByRole("button", { name: "Save password" }).click();
  await expect(page.getByText("Use 10 characters or more")).toBeVisible();
  const changed = "an even longer password";
  await page.getByLabel("New password").fill(changed);
  await page.getByRole("button", { name: "Save password" }).click();
  await page.getByRole("link", { name: "Sign in" }).click();
  await signIn(page, { email, password: changed });
  await other.goto(`/${workspaceId}/inbox`);
  await other.waitForURL(/\/sign-in/);
  await other.context().close();
  await page.context().clearCookies();
  await page.goto(link);
  await expect(page.getByRole("heading", { name: "This link was used already" })).toBeVisible();
});
