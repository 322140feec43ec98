import { expect, test } from "../fixtures.ts";

test("the reference finds an operation, and its example runs in the explorer with the workspace filled in", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  await page.goto(`/${workspaceId}/developers/reference`);
  await page.getByRole("searchbox", { name: "Search operations" }).fill("reads settings workspace");
  await expect(page.getByText("No operation matches")).toBeVisible();
  await page.getByRole("searchbox", { name: "Search operations" }).fill("workspaceSettings");
  await page.getByText("workspaceSettings", { exact: true }).first().click();
  await expect(page.getByLabel("Variables", { exact: true })).toContainText(`"workspaceId": ${workspaceId}`);
  await expect(page.getByLabel("With curl", { exact: true })).toContainText("/core/gq");
  const markdown = await page.request.get("/api-reference.md");
  expect(markdown.headers()["content-type"]).toContain("text/markdown");
  expect(await markdown.text()).toContain("\n### workspaceSettings\n");
  await expect(page.getByRole("link", { name: "As Markdown" })).toHaveAttribute("href", "/api-reference.md");

  await page.getByRole("link", { name: "Open in the explorer" }).first().click();
  await page.waitForURL(/explorer\?operation=/);
  const explorer = page.frameLocator("iframe[title='API explorer']");
  await explorer.getByRole("button", { name: /Execute query/ }).click();
  await expect(explorer.locator(".result-window")).toContainText("autoUnarchiveOnMessage", { timeout: 20_000 });
});

test("the REST endpoints are in the reference, and the guides a click away", async ({
  ownerPage: page,
  workspace: { workspaceId },
}) => {
  await page.goto(`/${workspaceId}/developers/reference`);
  await page.getByRole("radiogroup", { name: "Part of the API" }).getByText("REST").click();
  const viewer = page.frameLocator("iframe[title='REST']");
  await viewer.getByRole("button", { name: /Send a message through the Gateway/ }).click();
  await expect(viewer.getByText("Up to 255 characters, kept for 24 hours")).toBeVisible();
  const document = await page.request.get("/openapi.json");
  expect(await document.json()).toMatchObject({ openapi: "3.1.1" });
  await page.getByRole("link", { name: "Documentation" }).click();
  await expect(page.getByRole("heading", { name: "Your first message" })).toBeVisible();
  await page.getByRole("searchbox").fill("retry-after");
  await page.keyboard.press("Enter");
  await page.getByRole("main").getByRole("link").first().click();
  await expect(page).toHaveURL(/\/docs\/[\w-]+#/);
});

test("the explorer asks for a sign-in", async ({ page, workspace: { workspaceId } }) => {
  const answer = await page.goto(`/graphiql?workspaceId=${workspaceId}`);
  expect(answer?.status()).toBe(401);
});
