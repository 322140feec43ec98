import { expect, test } from "../fixtures.ts";

test("a page that cannot be drawn says so with a reference to copy, leaves the rest alone, and comes back", async ({
  ownerPage: page,
  workspace,
  context,
}) => {
  await context.grantPermissions(["clipboard-read", "clipboard-write"]);
  // A response that no page expects.
  await page.route("**/core/gq", async (route) => {
    if (!(route.request().postData() ?? "").includes("AuditEntries")) return route.fallback();
    const pageInfo = { hasNextPage: false, endCursor: null };
    return route.fulfill({ json: { data: { auditEntries: { nodes: [null], pageInfo } } } });
  });
  await page.goto(`/${workspace.workspaceId}/settings/audit`);
  const alert = page.getByRole("alert").filter({ hasText: "Something went wrong" });
  await expect(alert).toContainText(/Reference TypeError \d{4}-\d\d-\d\dT/);
  await expect(page.getByRole("navigation", { name: "Sections" })).toBeVisible();
  await alert.getByRole("button", { name: "Copy the reference" }).click();
  const copied = await page.evaluate(() => navigator.clipboard.readText());
  expect(copied).toContain(`/${workspace.workspaceId}/settings/audit`);

  await page.unroute("**/core/gq");
  await alert.getByRole("button", { name: "Try again" }).click();
  await expect(alert).toBeHidden();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
});
