import { readFile } from "node:fs/promises";
import type { Page } from "@playwright/test";
import { expect, test } from "../fixtures.ts";

const CREATE = "mutation ($input: ClientCreateInput!) { createClient(input: $input) { id } }";
const CREATE_TAG = "mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }";

type Core = (query: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>;

async function newContact(core: Core, input: Record<string, unknown>): Promise<string> {
  const { createClient } = await core(CREATE, { externalClientId: `e2e-${crypto.randomUUID()}`, ...input });
  return (createClient as { id: string }).id;
}

const row = (page: Page, name: string) => page.getByRole("row").filter({ hasText: name });

test(
  "a contact is made by hand, found, filtered by its tag, and tagged with others",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, core }) => {
    await newContact(core, { name: "Quentin", surname: "Quiet" });
    await page.goto(`/${workspace.workspaceId}/contacts`);
    await expect(page.getByRole("heading", { name: "Contacts", level: 1 })).toBeVisible();

    await page.getByRole("button", { name: "New contact" }).click();
    const form = page.getByRole("dialog", { name: "New contact" });
    await form.getByLabel("First name").fill("Wanda");
    await form.getByLabel("Last name").fill("Written");
    await form.getByLabel("Phone").fill("+48 600 100 200");
    await form.getByRole("button", { name: "Create contact" }).click();
    await expect(page.getByRole("article", { name: "Wanda Written" })).toBeVisible();

    await page.goto(`/${workspace.workspaceId}/contacts`);
    await expect(row(page, "Wanda Written")).toBeVisible();
    await page.getByRole("searchbox", { name: "Search contacts" }).fill("600 100");
    await expect(row(page, "Quentin Quiet")).toHaveCount(0);
    await expect(row(page, "Wanda Written")).toBeVisible();
    await expect(page).toHaveURL(/q=600/);

    await row(page, "Wanda Written").getByRole("checkbox").check();
    const chosen = page.getByRole("toolbar", { name: "Selected contacts" });
    await expect(chosen).toContainText("1 selected");
    await chosen.getByRole("button", { name: "Add tag" }).click();
    await page.getByRole("textbox", { name: "Add tag" }).fill("rare");
    await page.getByRole("option", { name: "Add “rare”" }).click();
    await expect(page.getByText("1 contact changed")).toBeVisible();
    await expect(row(page, "Wanda Written")).toContainText("rare");

    await page.goto(`/${workspace.workspaceId}/contacts?tag=rare`);
    await expect(row(page, "Wanda Written")).toBeVisible();
    await expect(row(page, "Quentin Quiet")).toHaveCount(0);
    await page.getByRole("button", { name: "Remove the filter “Tag: rare”" }).click();
    await expect(row(page, "Quentin Quiet")).toBeVisible();
  },
);

test("on the board a card is carried to another stage by keyboard, and back by undo", async ({
  ownerPage: page,
  workspace,
  core,
}) => {
  await core(CREATE_TAG, { type: "clientStage", tag: "Prospect", order: 1 });
  const id = await newContact(core, { name: "Bea", surname: "Board", stage: "Prospect", tags: ["board"] });
  await page.goto(`/${workspace.workspaceId}/contacts?as=board&tag=board`);
  const prospects = page.getByRole("region", { name: "Prospect" });
  const none = page.getByRole("region", { name: "No stage" });
  await expect(prospects).toContainText("Bea Board");
  await prospects.getByRole("button", { name: /Bea Board/ }).focus();
  await page.keyboard.press("Space");
  // Lifting is announced too, but the announcement of the column follows at once.
  await expect(page.getByText("Bea Board over Prospect")).toBeAttached();
  await page.keyboard.press("ArrowRight");
  await expect(page.getByText("Bea Board over No stage")).toBeAttached();
  await page.keyboard.press("Space");
  await expect(none).toContainText("Bea Board");
  await expect(prospects).not.toContainText("Bea Board");
  await page.getByRole("status").filter({ hasText: "Moved to No stage" }).getByRole("button", { name: "Undo" }).click();
  await expect(prospects).toContainText("Bea Board");
  // The change shows at once and is saved a moment later.
  const stageId = async () => {
    const { client } = await core("query ($input: ClientInput!) { client(input: $input) { stageId } }", { id });
    return (client as { stageId: string | null }).stageId;
  };
  await expect.poll(stageId).not.toBeNull();
});

test("duplicates are compared and merged, and the merge is undone", async ({ ownerPage: page, workspace, core }) => {
  const email = `twin-${Date.now()}@example.com`;
  const first = await newContact(core, { name: "Tina", surname: "Twin", email });
  const second = await newContact(core, { name: "Bettina", surname: "Twin", email, city: "Porto" });
  await page.goto(`/${workspace.workspaceId}/contacts/${first}`);
  const duplicates = page.getByRole("region", { name: "Possible duplicates" });
  await expect(duplicates).toContainText("Same e-mail");
  await duplicates.getByRole("button", { name: "Compare" }).click();
  const dialog = page.getByRole("dialog", { name: "Merge two contacts" });
  await dialog.getByRole("radio", { name: "Bettina" }).check();
  await dialog.getByRole("button", { name: "Merge", exact: true }).click();
  await expect(page.getByRole("article", { name: "Bettina Twin" })).toBeVisible();
  await expect(page.getByRole("button", { name: "City: Porto. Edit" })).toBeVisible();
  await expect(page.getByRole("region", { name: "Timeline" })).toContainText("was merged into this contact");

  const merges = page.getByRole("region", { name: "Merged contacts" });
  await merges.getByRole("button", { name: "Undo merge" }).click();
  await expect(page.getByRole("article", { name: "Tina Twin" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Add City" })).toBeVisible();
  await page.goto(`/${workspace.workspaceId}/contacts/${second}`);
  await expect(page.getByRole("button", { name: "Archive", exact: true })).toBeVisible();
});

test("what is kept of a contact is taken out, and erased", async ({ ownerPage: page, workspace, core }) => {
  const id = await newContact(core, { name: "Edda", surname: "Erased", phone: "+48600555444" });
  await page.goto(`/${workspace.workspaceId}/contacts/${id}`);
  const data = page.getByRole("region", { name: "Data protection" });
  await data.getByRole("button", { name: "Export data" }).click();
  const link = data.getByRole("link", { name: "Download" });
  await expect(link).toBeVisible({ timeout: 30_000 });
  const [archive] = await Promise.all([page.waitForEvent("download"), link.click()]);
  expect(archive.suggestedFilename()).toMatch(/^contact \d{4}-\d\d-\d\d\.tar$/);
  expect(await readFile(await archive.path(), "utf8")).toContain("+48600555444");

  await data.getByRole("button", { name: "Erase" }).click();
  const question = page.getByRole("dialog", { name: "Erase Edda Erased for good?" });
  await expect(question.getByRole("button", { name: "Erase for good" })).toBeDisabled();
  await question.getByRole("textbox").fill("Edda Erased");
  await question.getByRole("button", { name: "Erase for good" }).click();
  await expect(data.getByRole("listitem").filter({ hasText: "Erasure" })).toContainText("Done", { timeout: 30_000 });
  await page.reload();
  await expect(page.getByRole("article", { name: "Without a name" })).toBeVisible();
  await expect(page.getByText("+48600555444")).toHaveCount(0);
});

test(
  "a file is imported by a mapping of its columns; refused rows come back as a file; the list is exported",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace }) => {
    await page.goto(`/${workspace.workspaceId}/contacts/import`);
    const lines = [
      "Kundennr.;Vorname;Handy;Kommentar;Etiketten",
      "i-1;Ida;+4915112345678;nett;vip, neu|gold",
      "i-2;Ivo;12;;",
    ];
    await page.locator('input[type="file"]').setInputFiles({
      name: "kunden.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(lines.join("\n")),
    });
    await expect(page.getByRole("table", { name: "Columns of the file" })).toBeVisible();
    await expect(page.getByRole("combobox", { name: "What “Kundennr.” is" })).toHaveValue("External ID");
    await expect(page.getByRole("combobox", { name: "What “Handy” is" })).toHaveValue("Phone");
    await expect(page.getByRole("combobox", { name: "What “Kommentar” is" })).toHaveValue("");
    const tags = page.getByRole("row").filter({ hasText: "Etiketten" });
    for (const tag of ["vip", "neu", "gold"]) await expect(tags.getByText(tag, { exact: true })).toBeVisible();
    await page.getByRole("button", { name: "Check the file" }).click();
    await expect(page.getByText("2 rows, 1 with a problem")).toBeVisible();
    await expect(page.getByRole("table", { name: "Rows with problems" })).toContainText("Row 3");
    await page.getByRole("button", { name: "Import 1 contact" }).click();
    await expect(page.getByText("1 created, 0 updated, 1 refused")).toBeVisible({ timeout: 30_000 });

    const [errors] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Download refused rows" }).click(),
    ]);
    const refused = await readFile(await errors.path(), "utf8");
    expect(refused).toContain("Row,Reason,Kundennr.,Vorname,Handy,Kommentar,Etiketten");
    expect(refused).toContain("i-2,Ivo,12,");
    expect(refused).not.toContain("Ida");

    await page.goto(`/${workspace.workspaceId}/contacts?q=i-1`);
    await expect(row(page, "Ida")).toBeVisible();
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("link", { name: "Export", exact: true }).click(),
    ]);
    expect(await readFile(await file.path(), "utf8")).toContain("i-1,Ida,,'+4915112345678");
  },
);

test("full names are split, which the preview shows before the import", async ({ ownerPage: page, workspace }) => {
  await page.goto(`/${workspace.workspaceId}/contacts/import`);
  const id = `n-${Date.now()}`;
  const lines = ["ID,Name", `${id},Ana Maria Silva`, `${id}-2,"de la Cruz, Maria"`];
  await page.locator('input[type="file"]').setInputFiles({
    name: "names.csv",
    mimeType: "text/csv",
    buffer: Buffer.from(lines.join("\n")),
  });
  const field = page.getByRole("combobox", { name: "What “Name” is" });
  await expect(field).toHaveValue("Full name");
  const preview = page.getByRole("list", { name: "How the full names are split" });
  await expect(preview.getByRole("listitem")).toHaveText([
    "First name Ana Maria, last name Silva",
    "First name Maria, last name de la Cruz",
  ]);
  // Another choice shows the names unchanged.
  await field.click();
  await page.getByRole("option", { name: "First name" }).click();
  await expect(preview).toHaveCount(0);
  await expect(page.getByText("Ana Maria Silva · de la Cruz, Maria")).toBeVisible();
  await field.click();
  await page.getByRole("option", { name: "Full name" }).click();
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 2 contacts" }).click();
  await expect(page.getByText("2 created, 0 updated, 0 refused")).toBeVisible({ timeout: 30_000 });
  await page.goto(`/${workspace.workspaceId}/contacts?q=${id}`);
  await row(page, "Ana Maria Silva").getByRole("link").first().click();
  await expect(page.getByRole("button", { name: "Last name: Silva. Edit" })).toBeVisible();
});

test("a link without a look of its own has the product's colour, visited or not", async ({
  ownerPage: page,
  workspace,
}) => {
  const { workspaceId } = workspace;
  await page.goto(`/${workspaceId}/contacts/import`);
  const name = `links-${Date.now()}.csv`;
  await page.locator('input[type="file"]').setInputFiles({
    name,
    mimeType: "text/csv",
    buffer: Buffer.from(`ID\nlink-${Date.now()}\n`),
  });
  await page.getByRole("button", { name: "Check the file" }).click();
  await page.getByRole("button", { name: "Import 1 contact" }).click();
  await expect(page.getByText("1 created, 0 updated, 0 refused")).toBeVisible({ timeout: 30_000 });
  await page.goto(`/${workspaceId}/contacts/import`);
  const link = page.getByRole("link", { name });
  await expect(link).toHaveCSS("color", "rgb(10, 100, 112)");
  await page.emulateMedia({ colorScheme: "dark" });
  await expect(link).toHaveCSS("color", "rgb(106, 200, 210)");
});

test("a filter becomes a segment, which is renamed, changed, sent to, deleted and restored", async ({
  ownerPage: page,
  workspace,
  core,
}) => {
  const { workspaceId } = workspace;
  await newContact(core, { name: "Vera", surname: "Very", tags: ["valued"], country: "PL" });
  await newContact(core, { name: "Otto", surname: "Other", tags: ["valued"], country: "DE" });
  await newContact(core, { name: "Nora", surname: "Nobody" });
  await page.goto(`/${workspaceId}/contacts?tag=valued`);
  await expect(row(page, "Otto Other")).toBeVisible();

  await page.getByRole("button", { name: "Save as segment" }).click();
  const dialog = page.getByRole("dialog", { name: "Save as segment" });
  await dialog.getByLabel("Name").fill("Valued ones");
  await dialog.getByRole("button", { name: "Save" }).click();
  const menu = page.getByRole("button", { name: "Valued ones", exact: true });
  await expect(menu).toBeVisible();
  await expect(page).toHaveURL(/[?&]segment=/);
  await expect(row(page, "Nora Nobody")).toHaveCount(0);

  // The segment narrows further, and all contacts come back.
  await page.getByRole("searchbox", { name: "Search contacts" }).fill("Vera");
  await expect(row(page, "Otto Other")).toHaveCount(0);
  await menu.click();
  await page.getByRole("menuitemradio", { name: "All contacts" }).click();
  await expect(row(page, "Nora Nobody")).toBeVisible();
  await page.getByRole("button", { name: "All contacts" }).click();
  await expect(page.getByRole("menuitemradio", { name: /^Valued ones/ })).toContainText("2");
  await page.getByRole("menuitemradio", { name: /^Valued ones/ }).click();

  await menu.click();
  await page.getByRole("menuitem", { name: "Change conditions" }).click();
  await expect(page.getByRole("button", { name: "Remove the filter “Tag: valued”" })).toBeVisible();
  await page.getByRole("button", { name: "Filter", exact: true }).click();
  await page.getByRole("textbox", { name: "Country" }).fill("PL");
  await page.keyboard.press("Enter");
  await page.keyboard.press("Escape");
  await expect(page.getByRole("button", { name: "Remove the filter “Country: PL”" })).toBeVisible();
  const save = page.getByRole("button", { name: "Save to “Valued ones”" });
  await save.click();
  await expect(save).toBeHidden();
  await expect(row(page, "Otto Other")).toHaveCount(0);
  await expect(row(page, "Vera Very")).toBeVisible();

  await menu.click();
  await page.getByRole("menuitem", { name: "Send a broadcast" }).click();
  await expect(page.getByRole("combobox", { name: "Segment", exact: true })).toHaveValue("Valued ones");

  await page.goto(`/${workspaceId}/contacts`);
  await page.getByRole("button", { name: "All contacts" }).click();
  await page.getByRole("menuitemradio", { name: /^Valued ones/ }).click();
  await menu.click();
  await page.getByRole("menuitem", { name: "Delete segment" }).click();
  await expect(page.getByText("Segment “Valued ones” deleted")).toBeVisible();
  await expect(row(page, "Nora Nobody")).toBeVisible();
  await page.getByRole("button", { name: "Undo" }).click();
  await expect(page.getByRole("button", { name: "All contacts" })).toBeVisible();
});
