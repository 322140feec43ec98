import { Secret, TOTP } from "otpauth";
import type { Locator } from "@playwright/test";
import { inDatabase } from "../database.ts";
import { createWorkspace, expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

/** Sets up an authenticator app in `place`: the password, and a first code, which stays valid for half a minute. */
async function setUpApp(place: Locator, password: string): Promise<void> {
  await place.getByLabel("Current password", { exact: true }).fill(password);
  await place.getByRole("button", { name: "Next" }).click();
  const secret = ((await place.getByLabel("Secret").textContent()) ?? "").replaceAll(" ", "");
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await place.getByLabel("Code", { exact: true }).fill(app.generate());
  await place.getByRole("button", { name: "Turn on" }).click();
  await expect(place.getByRole("list", { name: "Recovery codes" }).getByRole("listitem")).toHaveCount(10);
}

test("an authenticator app is set up in the profile, asked for at the next sign-in, and turned off again", async ({
  page,
  product,
}) => {
  // A separate workspace, because turning it on ends the owner's other sign-ins.
  const workspace = await createWorkspace(product.dataDir, "two-factor");
  await signIn(page, workspace);
  await page.goto(`/${workspace.workspaceId}/settings/security`);
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Current password", { exact: true }).fill(workspace.password);
  await dialog.getByRole("button", { name: "Next" }).click();
  await expect(dialog.getByRole("img", { name: "QR code for the authenticator app" })).toBeVisible();
  const secret = ((await dialog.getByLabel("Secret").textContent()) ?? "").replaceAll(" ", "");
  const app = new TOTP({ secret: Secret.fromBase32(secret) });
  await dialog.getByLabel("Code", { exact: true }).fill("000000");
  await dialog.getByRole("button", { name: "Turn on" }).click();
  await expect(dialog.getByText("This code is wrong or was used before")).toBeVisible();
  await dialog.getByLabel("Code", { exact: true }).fill(app.generate());
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [recovery = "", another = ""] = await codes.allTextContents();
  // The codes are shown only once.
  await page.keyboard.press("Escape");
  await expect(codes).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  const enter = async () => {
    await page.getByLabel("E-mail").fill(workspace.email);
    await page.getByLabel("Password", { exact: true }).fill(workspace.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "Enter your code" })).toBeVisible();
  };
  await enter();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code is wrong or was used before")).toBeVisible();
  // Back at the password, the wrong code is cleared.
  await page.getByRole("button", { name: "Back" }).click();
  await enter();
  await page.getByLabel("Code").fill(recovery);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/inbox/);

  await page.goto(`/${workspace.workspaceId}/settings/audit`);
  const record = page.getByRole("table", { name: "Audit log" });
  await expect(record.getByText("Signed in with a recovery code")).toBeVisible();
  await expect(record.getByText("Two-factor sign-in turned on").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Refused only" }).click();
  await expect(record.getByText("Refused: Wrong credentials").first()).toBeVisible();
  await expect(record.getByText("Signed in with a recovery code")).toHaveCount(0);

  await page.goto(`/${workspace.workspaceId}/settings/security`);
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await dialog.getByLabel("Current password", { exact: true }).fill(workspace.password);
  await dialog.getByLabel("Code", { exact: true }).fill(another);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Turn on", exact: true })).toBeVisible();
});

test("an owner requires it of everybody, once their own is on: nothing else opens at the next sign-in", async ({
  page,
  browser,
  product,
}) => {
  const workspace = await createWorkspace(product.dataDir, "two-factor-required");
  const { workspaceId, password } = workspace;
  await signIn(page, workspace);
  await page.goto(`/${workspaceId}/settings/security`);
  const rule = page.getByRole("switch", { name: "Require two-factor sign-in" });
  await expect(rule).toBeDisabled();
  await page.getByRole("link", { name: "turn on your own" }).click();
  await page.getByRole("button", { name: "Turn on", exact: true }).click();
  const dialog = page.getByRole("dialog");
  await setUpApp(dialog, password);
  await dialog.getByRole("button", { name: "I have stored them" }).click();
  await page.goto(`/${workspaceId}/settings/security`);
  await rule.click();
  await expect(page.getByText("Two-factor sign-in is required from the next sign-in on")).toBeVisible();
  await page.reload();
  await expect(rule).toBeChecked();

  // A colleague with the same password, who has not set up an app.
  const email = `colleague-${workspaceId}@example.com`;
  await inDatabase(product.dataDir, (client) =>
    client.query(
      `with person as (
         insert into "User" (id, email, name, "passwordHash")
         select gen_random_uuid(), $1, 'Colleague', "passwordHash" from "User" where id = $2::uuid returning id
       ) insert into "Membership" ("workspaceId", "userId", role) select $3, id, 'AGENT' from person`,
      [email, workspace.userId, workspaceId],
    ),
  );
  const elsewhere = await browser.newContext({ baseURL: product.address, locale: "en-GB" });
  const theirs = await elsewhere.newPage();
  await theirs.goto("/sign-in");
  await theirs.getByLabel("E-mail").fill(email);
  await theirs.getByLabel("Password", { exact: true }).fill(password);
  await theirs.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(theirs.getByRole("heading", { name: "Set up two-factor sign-in" })).toBeVisible();
  // It applies to every address and to every request with their cookie.
  await theirs.goto(`/${workspaceId}/contacts`);
  await expect(theirs).toHaveURL(new RegExp(`/two-factor/${workspaceId}$`));
  const refused = await elsewhere.request.get(`/export/contacts?workspaceId=${workspaceId}`);
  expect(refused.status()).toBe(403);
  await setUpApp(theirs.getByRole("main"), password);
  await theirs.getByRole("button", { name: "I have stored them" }).click();
  await theirs.waitForURL(new RegExp(`/${workspaceId}/inbox`));
  await expect(theirs.getByRole("status").filter({ hasText: "Live" })).toBeAttached({ timeout: 20_000 });
  await elsewhere.close();
});
