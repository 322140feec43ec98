import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { z } from "zod";
import { caller, createWorkspace, expect, test } from "../fixtures.ts";
import { signIn } from "../sign-in.ts";

test(
  "a report's numbers are those of the period, lead to their conversations, and can be kept as a file",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, core, product }) => {
    const name = `Reported ${randomUUID().slice(0, 6)}`;
    const validateToken = randomUUID();
    const { createIntegration } = await core(
      `mutation ($input: IntegrationCreateInput!) { createIntegration(input: $input) { id } }`,
      {
        name,
        type: "CUSTOM",
        integrationProperties: {
          endpoint: `${product.simulatorAddress}/none`,
          validateToken,
          accessToken: randomUUID(),
          externalId: name,
        },
      },
    );
    const { id } = z.object({ id: z.string() }).parse(createIntegration);
    const write = async (senderId: string, messageId: string) => {
      const response = await fetch(`${product.address}/ext/v1/incoming/custom/${id}`, {
        method: "POST",
        headers: { "content-type": "application/json", "x-validate-token": validateToken },
        body: JSON.stringify({ content: "Hello", type: "text", senderId: `${name} ${senderId}`, messageId }),
      });
      expect(response.status).toBe(200);
    };
    await write("Ana", "m-1");
    await write("Ana", "m-2");
    await write("Ben", "m-3");

    await page.goto(`/${workspace.workspaceId}/reports?period=today`);
    await expect(page.getByRole("heading", { name: "Reports", level: 1 })).toBeVisible();
    const row = page.getByRole("table", { name: "By channel" }).getByRole("row").filter({ hasText: name });
    await expect(row.getByRole("cell").nth(1)).toHaveText("2");
    await expect(row.getByRole("cell").nth(3)).toHaveText("3");
    const heat = page.getByRole("table", { name: "When contacts write" });
    await expect(heat).toBeVisible();
    // Every hour has the same width, with or without a label.
    const widths = await heat
      .getByRole("row")
      .nth(1)
      .getByRole("cell")
      .evaluateAll((cells) => cells.map((cell) => cell.getBoundingClientRect().width));
    expect(widths).toHaveLength(24);
    expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(0.5);

    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download By channel as CSV" }).click();
    const csv = await readFile(await (await download).path(), "utf8");
    expect(csv).toContain(`${name},2,0,3,0,0,0`);

    await row.getByRole("link", { name: "2", exact: true }).click();
    await page.waitForURL(/\/inbox\?/);
    for (const client of ["Ana", "Ben"])
      await expect(page.getByRole("option", { name: new RegExp(`${name} ${client}`) })).toBeVisible();
    await expect(page.getByRole("option")).toHaveCount(2);

    // The list can be downloaded.
    const file = page.waitForEvent("download");
    await page.getByRole("button", { name: "Sort" }).click();
    await page.getByRole("menuitem", { name: "Download this list as CSV" }).click();
    const conversations = await readFile(await (await file).path(), "utf8");
    expect(conversations.trim().split("\r\n")).toHaveLength(3);
    expect(conversations).toContain(`${name} Ana`);

    // The count of contacts' messages leads to the same two conversations. The chart over time can be shown as a table.
    await page.goto(`/${workspace.workspaceId}/reports?period=today`);
    await row.getByRole("link", { name: "3", exact: true }).click();
    await page.waitForURL(/\/inbox\?/);
    await expect(page.getByRole("option")).toHaveCount(2);
    await page.goto(`/${workspace.workspaceId}/reports?period=today`);
    await page.getByRole("radiogroup", { name: "Show messages as" }).getByText("Table").click();
    await expect(page.getByRole("table", { name: "Messages" }).getByRole("link").first()).toBeVisible();
  },
);

test("a change of settings stands in the audit log with what it was before", async ({ page, product }) => {
  const workspace = await createWorkspace(product.dataDir, "audit");
  const core = caller(`${product.address}/core/gq`, workspace);
  await signIn(page, workspace);
  const keyword = `STOP${Date.now()}`;
  await core(`mutation ($input: WorkspaceSettingsPatchInput!) { patchWorkspaceSettings(input: $input) { id } }`, {
    optOutKeyword: keyword,
  });
  await page.goto(`/${workspace.workspaceId}/settings/audit`);
  const entry = page.getByRole("table", { name: "Audit log" }).getByRole("row").nth(1);
  await expect(entry).toContainText("Settings of the workspace changed");
  await expect(entry).toContainText(keyword);
  await entry.getByRole("button").click();
  const panel = page.getByRole("complementary", { name: "Settings of the workspace changed" });
  await expect(panel.getByRole("insertion").filter({ hasText: keyword })).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(panel).toBeHidden();
  await expect(entry.getByRole("button")).toBeFocused();
  await page.getByRole("group", { name: "What to show" }).getByText("Webhooks").click();
  await expect(page.getByText("No entry matches the filters.")).toBeVisible();
});

test("a new password ends the sign-ins elsewhere, and this one stays", async ({
  ownerPage: page,
  workspace,
  browser,
}) => {
  const elsewhere = await (await browser.newContext()).newPage();
  await signIn(elsewhere, workspace);
  await page.goto(`/${workspace.workspaceId}/settings/security`);
  const sessions = page.getByRole("list", { name: "Where you are signed in" });
  await expect(sessions.getByText("This browser")).toHaveCount(1);
  await expect(sessions.getByRole("button", { name: /^Sign out / }).first()).toBeVisible();

  // The new password is the old one, so that the workspace's other tests can still sign in.
  await page.getByLabel("Current password").fill("not the password");
  await page.getByLabel("New password").fill(workspace.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("This is not your current password")).toBeVisible();
  await page.getByLabel("Current password").fill(workspace.password);
  await page.getByRole("button", { name: "Change password" }).click();
  await expect(page.getByText("Your password was changed")).toBeVisible();
  await expect(sessions.getByRole("listitem")).toHaveCount(1);

  await elsewhere.reload();
  await expect(elsewhere).toHaveURL(/\/sign-in/);
  await page.reload();
  await expect(sessions.getByText("This browser")).toBeVisible();
});
