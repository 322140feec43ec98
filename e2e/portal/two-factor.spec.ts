import { Secret, TOTP } from "otpauth";
import { createWorkspace, expect, signIn, test } from "../fixtures.ts";

test("an authenticator app is set up in the profile, asked for at the next sign-in, and turned off again", async ({
  page,
  product,
}) => {
  // Turning it on ends the owner's other sign-ins.
  const workspace = await createWorkspace(product.dataDir, "two-factor");
  await signIn(page, workspace);
  await page.goto(`/${workspace.workspaceId}/settings`);
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
  // Of the half minute before: the one at hand is left for the sign-in.
  await dialog.getByLabel("Code", { exact: true }).fill(app.generate({ timestamp: Date.now() - 30_000 }));
  await dialog.getByRole("button", { name: "Turn on" }).click();
  const codes = dialog.getByRole("list", { name: "Recovery codes" }).getByRole("listitem");
  await expect(codes).toHaveCount(10);
  const [recovery = "", another = ""] = await codes.allTextContents();
  // They are shown this once.
  await page.keyboard.press("Escape");
  await expect(codes).toHaveCount(10);
  await dialog.getByRole("button", { name: "I have kept them" }).click();
  await expect(page.getByText("10 recovery codes left")).toBeVisible();

  await page.getByRole("button", { name: "Your menu" }).click();
  await page.getByRole("menuitem", { name: "Sign out" }).click();
  await page.waitForURL(/\/sign-in/);
  const enter = async () => {
    await page.getByLabel("E-mail").fill(workspace.email);
    await page.getByLabel("Password", { exact: true }).fill(workspace.password);
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await expect(page.getByRole("heading", { name: "One more step" })).toBeVisible();
  };
  await enter();
  await page.getByLabel("Code").fill("000000");
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await expect(page.getByText("This code is wrong or was used before")).toBeVisible();
  // Back at the password, the wrong code is forgotten.
  await page.getByRole("button", { name: "Back" }).click();
  await enter();
  await page.getByLabel("Code").fill(recovery);
  await page.getByRole("button", { name: "Sign in", exact: true }).click();
  await page.waitForURL(/\/inbox/);

  await page.goto(`/${workspace.workspaceId}/settings/audit`);
  const record = page.getByRole("list", { name: "Audit log" });
  await expect(record.getByText("Signed in with a recovery code")).toBeVisible();
  await expect(record.getByText("Two-factor sign-in turned on").first()).toBeVisible();
  await page.getByRole("combobox", { name: "Outcome" }).click();
  await page.getByRole("option", { name: "Refused only" }).click();
  await expect(record.getByText("Refused: Wrong credentials").first()).toBeVisible();
  await expect(record.getByText("Signed in with a recovery code")).toHaveCount(0);

  await page.goto(`/${workspace.workspaceId}/settings`);
  await expect(page.getByText("9 recovery codes left")).toBeVisible();
  await page.getByRole("button", { name: "Turn off", exact: true }).click();
  await dialog.getByLabel("Current password", { exact: true }).fill(workspace.password);
  await dialog.getByLabel("Code", { exact: true }).fill(another);
  await dialog.getByRole("button", { name: "Turn off" }).click();
  await expect(page.getByRole("button", { name: "Turn on", exact: true })).toBeVisible();
});
