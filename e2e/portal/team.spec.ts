import { signUp } from "../mails.ts";
import { invite, makeAccount, newcomer, PASSWORD } from "../team.ts";
import { expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

test(
  "an invited person makes an account and is in the inbox as an agent; the link is used up",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, browser }) => {
    const email = `nina-${Date.now()}@example.com`;
    const link = await invite(page, workspace.workspaceId, email, "Agent+");
    const nina = await newcomer(browser, link);
    await expect(nina.getByRole("heading", { name: /^Join Workspace/ })).toBeVisible();
    await expect(nina.getByText(`as Agent+, under ${email}.`)).toBeVisible();
    await nina.getByLabel("Your name").fill("Nina");
    await nina.getByLabel("Password", { exact: true }).fill("short");
    await nina.getByRole("button", { name: "Create account and join" }).click();
    await expect(nina.getByText("Use 10 characters or more")).toBeVisible();
    await makeAccount(nina, "Nina Newcomer");
    await nina.getByRole("button", { name: "Your menu" }).click();
    await expect(nina.getByRole("menuitemcheckbox", { name: /Take new conversations/ })).toBeVisible();
    await nina.keyboard.press("Escape");
    await nina.goto(`/${workspace.workspaceId}/settings`);
    await expect(nina.getByText("Agent+", { exact: true })).toBeVisible();
    await expect(nina.getByRole("link", { name: "Team" })).toHaveCount(0);

    // The owner's page has received the event.
    await expect(page.getByRole("row", { name: /Nina Newcomer/ })).toContainText(email);
    await expect(page.getByRole("table", { name: "Invitations" })).toHaveCount(0);

    const second = await newcomer(browser, link);
    await expect(second.getByRole("heading", { name: "This invitation was accepted already" })).toBeVisible();
    await second.goto(`${link.slice(0, -1)}${link.endsWith("A") ? "B" : "A"}`);
    await expect(second.getByRole("heading", { name: "This link does not work" })).toBeVisible();
    await nina.context().close();
    await second.context().close();
  },
);

test("an invitation is for its e-mail alone: who is signed in as another switches, signs in and accepts", async ({
  page,
  product,
  workspace,
  browser,
}) => {
  // A separate sign-in, because it is ended below.
  await signIn(page, workspace);
  const email = `tom-${Date.now()}@example.com`;
  const tom = await (await browser.newContext()).newPage();
  await signUp(tom, product.dataDir, { name: "Tom Two", workspaceName: "Tom's own", email, password: PASSWORD });

  const link = await invite(page, workspace.workspaceId, email, "Agent");
  await page.goto(link);
  await expect(page.getByText(`This invitation is for ${email}, but you are signed in as`)).toBeVisible();
  await page.getByRole("button", { name: "Sign out and continue" }).click();
  await page.getByRole("link", { name: "Sign in to join" }).click();
  await page.waitForURL(/\/sign-in/);
  await page.getByLabel("E-mail").fill(email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.getByRole("button", { name: "Accept the invitation" }).click();
  await page.waitForURL(new RegExp(`/${workspace.workspaceId}/inbox`));
  await tom.context().close();
});

test("a role changes and a seat is taken while the person looks; a withdrawn link is dead", async ({
  ownerPage: page,
  workspace,
  browser,
}) => {
  const email = `rita-${Date.now()}@example.com`;
  const rita = await newcomer(browser, await invite(page, workspace.workspaceId, email, "Agent"));
  await makeAccount(rita, "Rita Role");
  await expect(rita.getByRole("link", { name: "Channels", exact: true })).toHaveCount(0);
  await page.getByRole("button", { name: "Role of Rita Role: Agent" }).click();
  await page.getByRole("menuitem", { name: /^Admin/ }).click();
  await expect(page.getByRole("button", { name: "Role of Rita Role: Admin" })).toBeVisible();
  await expect(rita.getByRole("link", { name: "Channels", exact: true })).toBeVisible();

  await page.getByRole("button", { name: "Actions for Rita Role" }).click();
  await page.getByRole("menuitem", { name: "Remove" }).click();
  await page.getByRole("button", { name: "Remove", exact: true }).click();
  await expect(page.getByRole("row", { name: /Rita Role/ })).toHaveCount(0);
  await expect(rita.getByText("You cannot open this workspace")).toBeVisible();

  const link = await invite(page, workspace.workspaceId, email, "Agent");
  await page.getByRole("button", { name: `Withdraw the invitation of ${email}` }).click();
  await page.getByRole("button", { name: "Withdraw", exact: true }).click();
  await expect(page.getByText("No pending invitations")).toBeVisible();
  await rita.goto(link);
  await expect(rita.getByRole("heading", { name: "This invitation is no longer valid" })).toBeVisible();
  await rita.context().close();
});

test("ownership is passed on and a workspace is deleted only by typing the name", async ({
  page,
  product,
  browser,
}) => {
  const founder = { email: `fay-${Date.now()}@example.com`, password: PASSWORD };
  await signUp(page, product.dataDir, { name: "Fay Founder", workspaceName: "Fay's Fish", ...founder });
  const workspaceId = Number(/\/(\d+)\//.exec(page.url())?.[1]);
  const link = await invite(page, workspaceId, `hal-${Date.now()}@example.com`, "Admin");
  const hal = await newcomer(browser, link);
  await makeAccount(hal, "Hal Heir");

  await page.getByRole("button", { name: "Actions for Hal Heir" }).click();
  await page.getByRole("menuitem", { name: "Make owner" }).click();
  const asked = page.getByRole("dialog", { name: "Make Hal Heir the owner?" });
  await expect(asked.getByRole("button", { name: "Make owner" })).toBeDisabled();
  await asked.getByLabel(/Type/).fill("Hal Heir");
  await asked.getByRole("button", { name: "Make owner" }).click();
  await expect(page.getByRole("row", { name: /Hal Heir/ })).toContainText("Owner");
  await page.goto(`/${workspaceId}/settings/workspace`);
  await expect(page.getByLabel("Opt-out keyword")).toBeVisible();
  await expect(page.getByRole("button", { name: "Delete workspace" })).toHaveCount(0);

  await hal.goto(`/${workspaceId}/settings/workspace`);
  await hal.getByRole("button", { name: "Delete workspace" }).click();
  const last = hal.getByRole("dialog", { name: "Delete Fay's Fish?" });
  await last.getByLabel(/Type/).fill("Fay's Fisch");
  await expect(last.getByRole("button", { name: "Delete workspace" })).toBeDisabled();
  await last.getByLabel(/Type/).fill("Fay's Fish");
  await last.getByRole("button", { name: "Delete workspace" }).click();
  await expect(hal.getByRole("heading", { name: "You have no workspace" })).toBeVisible();
  // A user who has it open is notified automatically.
  await expect(page.getByText("You cannot open this workspace")).toBeVisible();
  // Leave the page first. It would detect its ended session and go to the sign-in, and the two navigations would abort each
  // other.
  await page.goto("about:blank");
  await page.context().clearCookies();
  await page.goto("/sign-in");
  await page.getByLabel("E-mail").fill(founder.email);
  await page.getByLabel("Password", { exact: true }).fill(PASSWORD);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByRole("heading", { name: "You have no workspace" })).toBeVisible();
  await hal.context().close();
});
