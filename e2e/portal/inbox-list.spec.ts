import { goToInbox, inbox } from "../inbox.ts";
import { invite, makeAccount, newcomer } from "../team.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

const TAG = "mutation ($input: ConvTagInput!) { tagConv(input: $input) { id } }";
const ASSIGN = "mutation ($input: ConvAssignInput!) { assignConv(input: $input) { id } }";
const CONVS = "query ($input: ConvsInput!) { convs(input: $input) { nodes { id integrationId } } }";

test(
  "a list is narrowed by typing and by chips, saved as a view, and found again",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, core }) => {
    const [plain, important] = [outside.newCustomer("Plain"), outside.newCustomer("Important")];
    await outside.write(plain, "nothing special");
    const { conversationId } = await outside.write(important, "please hurry");
    const integrationId = await channelOf(core, conversationId);
    await core(TAG, { integrationId, convId: conversationId, tags: ["vip"] });
    await goToInbox(page, workspace.workspaceId);
    const { row } = inbox(page);
    await expect(row(plain)).toBeVisible();

    const search = page.getByRole("searchbox", { name: "Search conversations" });
    await page.keyboard.press("/");
    await expect(search).toBeFocused();
    await search.fill("tag:vip");
    await expect(row(plain)).toHaveCount(0);
    await expect(row(important)).toBeVisible();
    await expect(page).toHaveURL(/q=tag%3Avip/);

    const filters = page.getByRole("group", { name: "Filters" });
    await filters.getByRole("button", { name: "Tag is vip", exact: true }).click();
    await page.getByRole("radiogroup").getByText("is not", { exact: true }).click();
    await page.getByRole("button", { name: "Apply" }).click();
    await expect(row(plain)).toBeVisible();
    await expect(row(important)).toHaveCount(0);
    await expect(search).toHaveValue("-tag:vip");

    await filters.getByRole("button", { name: "Save as view" }).click();
    const dialog = page.getByRole("dialog", { name: "Save as view" });
    await dialog.getByLabel("Name").fill("The others");
    await dialog.getByRole("button", { name: "Save" }).click();
    const views = page.getByRole("navigation", { name: "Views" });
    await views.getByRole("link", { name: /^Mine/ }).click();
    await expect(search).toHaveValue("");
    const saved = page.getByRole("region", { name: "Saved views" });
    await saved.getByRole("link", { name: /^The others/ }).click();
    await expect(row(plain)).toBeVisible();
    await expect(row(important)).toHaveCount(0);

    await page.getByRole("button", { name: "Actions for The others" }).click();
    await page.getByRole("menuitem", { name: "Delete" }).click();
    await expect(saved.getByRole("link", { name: /^The others/ })).toHaveCount(0);
    await page.getByRole("button", { name: "Undo" }).click();
    await expect(saved.getByRole("link", { name: /^The others/ })).toBeVisible();

    // An unknown filter is reported.
    await search.fill("colour:red");
    await expect(filters).toContainText("“colour:red” is not a filter");
  },
);

test("a message is found by its words, and opened where it stands", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Finder");
  await outside.write(customer, "My PÓLIZA number is 4711");
  await outside.write(customer, "and something else");
  await goToInbox(page, workspace.workspaceId);
  const search = page.getByRole("searchbox", { name: "Search conversations" });
  await search.fill("poliza 47");
  const results = page.getByRole("region", { name: "Search results" });
  const found = results.getByRole("region", { name: "Messages" }).getByRole("link");
  await expect(found).toHaveCount(1);
  await expect(found).toContainText("PÓLIZA");
  await search.press("ArrowDown");
  await expect(found).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page).toHaveURL(/message=/);
  await expect(inbox(page).log(customer)).toContainText("My PÓLIZA number is 4711");
});

test("what one page has read is read on the agent's other page", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Unread");
  await outside.write(customer, "Are you there?");
  const second = await page.context().newPage();
  await goToInbox(second, workspace.workspaceId);
  const named = (count: number) =>
    second.getByRole("option", { name: new RegExp(`^${fullName(customer)},.*unread ${count}`) });
  await expect(named(1)).toBeVisible();
  await page.bringToFront();
  await goToInbox(page, workspace.workspaceId);
  await inbox(page).open(customer);
  await expect(inbox(page).log(customer)).toContainText("Are you there?");
  await expect(named(1)).toHaveCount(0);
  await expect(inbox(second).row(customer)).toBeVisible();

  await page.keyboard.press("Shift+U");
  await expect(named(1)).toBeVisible();
});

test("a conversation that is given to somebody else is gone from the agent's list, thread and search", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
  browser,
}) => {
  test.setTimeout(120_000);
  const customer = outside.newCustomer("Secret");
  const { conversationId } = await outside.write(customer, "Only for one pair of eyes: zanzibar");
  const integrationId = await channelOf(core, conversationId);
  const link = await invite(page, workspace.workspaceId, `ada-${Date.now()}@example.com`, "Agent");
  const ada = await newcomer(browser, link);
  await makeAccount(ada, "Ada Agent");
  await goToInbox(ada, workspace.workspaceId);
  await inbox(ada).open(customer);
  await expect(inbox(ada).log(customer)).toContainText("zanzibar");

  await core(ASSIGN, { integrationId, convId: conversationId, agentId: workspace.agentId });
  await expect(ada.getByText("zanzibar")).toHaveCount(0);
  await expect(inbox(ada).row(customer)).toHaveCount(0);
  await ada.getByRole("searchbox", { name: "Search conversations" }).fill("zanzibar");
  await expect(ada.getByText("Nothing found")).toBeVisible();
  await ada.context().close();
});

test("rows that are scrolled by are whole, stand as they are read once the list rests, and keep no focus", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customers = Array.from({ length: 40 }, (_, no) => outside.newCustomer(`Passing ${no}`));
  await Promise.all(customers.map((customer) => outside.write(customer, `I am ${fullName(customer)}`)));
  await goToInbox(page, workspace.workspaceId);
  const list = page.getByRole("listbox");
  const rows = list.getByRole("option");
  const drawn = () =>
    rows.evaluateAll((all) =>
      all.map((row) => {
        const name = row.querySelector("bdi")?.textContent ?? "";
        const said = row.textContent.split(`I am ${name}`).length - 1;
        return {
          position: Number(row.getAttribute("aria-posinset")),
          top: row.getBoundingClientRect().top,
          // The text appears twice: once for screen readers and once on screen.
          isWhole: !name.startsWith("Passing") || (row.textContent.startsWith(`${name},`) && said === 2),
        };
      }),
    );
  const expectInOrder = (where: (first: number) => boolean) =>
    expect(async () => {
      const all = await drawn();
      const first = all[0]?.position ?? 0;
      expect(where(first)).toBe(true);
      expect(all.length).toBeGreaterThan(8);
      expect(all.every(({ isWhole }) => isWhole)).toBe(true);
      expect(all.map(({ position }) => position)).toEqual(all.map((_, index) => first + index));
      expect(all.map(({ top }) => top)).toEqual(all.map(({ top }) => top).sort((a, b) => a - b));
    }).toPass();
  const scroll = async (byPx: number) => {
    for (let step = 0; step < 20; step += 1) await page.mouse.wheel(0, byPx);
  };

  await expectInOrder((first) => first === 1);
  await rows.first().click();
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
  await scroll(300);
  await expectInOrder((first) => first > 8);
  expect(await page.evaluate(() => document.activeElement?.getAttribute("data-conv-id") ?? null)).toBeNull();
  await scroll(-300);
  await expectInOrder((first) => first === 1);
  await expect(rows.first()).toHaveAttribute("aria-selected", "true");
});

/** The channel of a conversation. */
async function channelOf(
  core: (query: string, input?: Record<string, unknown>) => Promise<Record<string, unknown>>,
  convId: string,
): Promise<string> {
  const { convs } = (await core(CONVS, { first: 50 })) as { convs: { nodes: { id: string; integrationId: string }[] } };
  const found = convs.nodes.find(({ id }) => id === convId);
  if (!found) throw new Error("the conversation is not there");
  return found.integrationId;
}
