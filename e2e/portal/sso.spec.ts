import { randomUUID } from "node:crypto";
import { startIdentityProvider } from "../../server/testing/identity-provider.ts";
import { inDatabase } from "../database.ts";
import { createWorkspace, expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

test("an owner adds their company's provider, a colleague signs in with it, and then it is required", async ({
  page,
  product,
  browser,
}) => {
  // Two people, five sign-in pages.
  test.setTimeout(180_000);
  const domain = `${randomUUID()}.example`;
  const workspace = await createWorkspace(product.dataDir, "sso");
  const provider = await startIdentityProvider({
    ...{ clientId: "portal", clientSecret: "a secret of the provider" },
    redirectUri: `${product.address}/api/auth/callback/sso-${domain}`,
    logoutUri: `${product.address}/api/sso/${domain}/logout`,
    people: { ada: { email: `ada@${domain}`, name: "Ada Lovelace", groups: ["leads"] } },
  });
  await signIn(page, workspace);
  await page.goto(`/${workspace.workspaceId}/settings/security`);
  await page.getByRole("button", { name: "Add a domain" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel("Domain").fill(domain);
  await expect(dialog.getByText(`${product.address}/api/auth/callback/sso-${domain}`)).toBeVisible();
  await dialog.getByLabel("Issuer").fill("not an address");
  await dialog.getByLabel("Client ID").fill("portal");
  await dialog.getByLabel("Client secret").fill("a secret of the provider");
  await dialog.getByLabel("Claim with groups").fill("groups");
  await dialog.getByRole("button", { name: "Add a group" }).click();
  await dialog.getByLabel("Group 1", { exact: true }).fill("leads");
  await dialog.getByRole("combobox", { name: "Role of group 1" }).click();
  await page.getByRole("option", { name: "Admin" }).click();
  await dialog.getByRole("button", { name: "Add a domain" }).click();
  await expect(dialog.getByText("This address cannot be reached", { exact: false })).toBeVisible();
  await dialog.getByLabel("Issuer").fill(provider.issuer);
  await dialog.getByRole("button", { name: "Add a domain" }).click();
  const list = page.getByRole("list", { name: "Single sign-on" });
  await expect(list.getByText("Waiting for the DNS record")).toBeVisible();
  await list.getByRole("button", { name: "Check now" }).click();
  await expect(page.getByText(`The TXT record _omnichannel.${domain}`, { exact: false })).toBeVisible();
  // sso.test.ts has a name server.
  await inDatabase(product.dataDir, (client) =>
    client.query(`update "SsoDomain" set "verifiedAt" = now() where "domain" = $1`, [domain]),
  );

  const context = await browser.newContext({ baseURL: product.address });
  const colleague = await context.newPage();
  await colleague.goto("/sign-in");
  await colleague.getByRole("button", { name: "Single sign-on" }).click();
  await expect(colleague.getByText("Enter your e-mail address")).toBeVisible();
  await colleague.getByLabel("E-mail").fill(`ada@other.${domain}`);
  await colleague.getByRole("button", { name: "Single sign-on" }).click();
  await expect(colleague.getByText(`There is no single sign-on for other.${domain}`)).toBeVisible();
  await colleague.getByLabel("E-mail").fill(`ada@${domain}`);
  await colleague.getByRole("button", { name: "Single sign-on" }).click();
  await colleague.locator("input[name=login]").fill("ada");
  await colleague.locator("input[name=password]").fill("any");
  await colleague.getByRole("button", { name: "Sign-in" }).click();
  await colleague.waitForURL(new RegExp(`/${workspace.workspaceId}/`));
  await colleague.goto(`/${workspace.workspaceId}/settings/team`);
  const row = colleague.getByRole("row", { name: /Ada Lovelace/ });
  await expect(row).toContainText("Admin");
  // Only the owner sees it.
  await colleague.goto(`/${workspace.workspaceId}/settings/security`);
  await expect(colleague.getByRole("heading", { name: "Two-factor sign-in for everybody" })).toBeVisible();
  await expect(colleague.getByRole("heading", { name: "Single sign-on", exact: true })).toHaveCount(0);

  await page.reload();
  await list.getByRole("button", { name: `Actions for ${domain}` }).click();
  await page.getByRole("menuitem", { name: "Edit" }).click();
  await dialog.getByRole("switch", { name: "Require single sign-on" }).check({ force: true });
  await dialog.getByRole("button", { name: "Save" }).click();
  await expect(list.getByText("Required")).toBeVisible();
  // A password of the domain leads to the provider, where Ada is signed in already.
  await colleague.context().clearCookies({ domain: "localhost" });
  await colleague.goto("/sign-in");
  await colleague.getByLabel("E-mail").fill(`ada@${domain}`);
  await colleague.getByLabel("Password", { exact: true }).fill("some password");
  await colleague.getByRole("button", { name: "Sign in", exact: true }).click();
  await colleague.waitForURL(new RegExp(`/${workspace.workspaceId}/`));
  await context.close();
  await provider.close();
});
