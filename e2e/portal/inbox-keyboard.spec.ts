import { goToInbox, inbox } from "../inbox.ts";
import { invite, makeAccount, newcomer } from "../team.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

// The inbox without a mouse, with a screen reader, right to left, and with a colleague in the same conversation.

test(
  "a day's work is done by keys alone: answer, note, assign, tag, stage, snooze, end, take back, find",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, core }) => {
    test.setTimeout(120_000);
    const stage = `Won ${Date.now()}`;
    await core("mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }", {
      tag: stage,
      type: "convStage",
    });
    const customer = outside.newCustomer("Keys");
    const name = fullName(customer);
    await outside.write(customer, "Is the red one back?");
    await goToInbox(page, workspace.workspaceId);
    const { row, log, reply, note, tick } = inbox(page);
    await expect(row(customer)).toBeVisible();
    const { keyboard } = page;

    // Find the conversation by name, whatever else the list holds.
    await keyboard.press("ControlOrMeta+k");
    const palette = page.getByRole("dialog", { name: "Find and do anything" });
    await keyboard.type(customer.surname);
    await expect(palette.getByRole("option", { name: new RegExp(`^${name}`) })).toBeVisible();
    await keyboard.press("Enter");
    await expect(palette).toBeHidden();
    await expect(log(customer)).toContainText("Is the red one back?");

    await keyboard.press("r");
    await keyboard.type("It is, in all sizes.");
    await keyboard.press("Enter");
    await expect(tick("It is, in all sizes.")).toHaveAccessibleName("Sent. Show attempts");
    await keyboard.press("Escape");
    await expect(reply(customer)).not.toBeFocused();

    await keyboard.press("n");
    await expect(note).toBeFocused();
    await keyboard.type("Wants it gift-wrapped");
    await keyboard.press("Enter");
    await expect(log(customer)).toContainText("Wants it gift-wrapped");
    await keyboard.press("Escape");
    expect(outside.simulator.received.some(({ body }) => body.content === "Wants it gift-wrapped")).toBe(false);

    const owner = page.getByRole("button", { name: /^Assigned to .+\. Change$/ });
    await keyboard.press("u");
    await expect(owner).toHaveAccessibleName(/Unassigned/);
    await keyboard.press("i");
    await expect(owner).not.toHaveAccessibleName(/Unassigned/);
    await keyboard.press("a");
    await expect(page.getByRole("textbox", { name: "Assign to" })).toBeFocused();
    await keyboard.type("unassigned");
    await keyboard.press("Enter");
    await expect(owner).toHaveAccessibleName(/Unassigned/);
    // Open the palette's page of names, and assign to oneself again.
    await keyboard.press("ControlOrMeta+k");
    await keyboard.type("assign to …");
    await keyboard.press("Enter");
    await expect(palette.getByRole("option", { name: /\(you\)/ })).toBeVisible();
    await keyboard.type("(you)");
    await keyboard.press("Enter");
    await expect(owner).not.toHaveAccessibleName(/Unassigned/);

    await keyboard.press("t");
    await expect(page.getByRole("textbox", { name: "Find or add a tag" })).toBeFocused();
    await keyboard.type("gift");
    await keyboard.press("Enter");
    await keyboard.press("Escape");
    await expect(page.getByRole("button", { name: "Tags (1)" })).toBeVisible();
    await keyboard.press("s");
    await keyboard.type(stage);
    await keyboard.press("Enter");
    await expect(page.getByRole("button", { name: `Stage: ${stage}. Change` })).toBeVisible();

    await keyboard.press("h");
    await expect(page.getByRole("option", { name: /^Tomorrow/ })).toBeVisible();
    await keyboard.type("tomorrow");
    await keyboard.press("Enter");
    await expect(row(customer)).toHaveCount(0);
    await keyboard.press("z");
    await expect(row(customer)).toBeVisible();

    await keyboard.press("ControlOrMeta+k");
    await keyboard.type(customer.surname);
    await expect(palette.getByRole("option", { name: new RegExp(`^${name}`) })).toBeVisible();
    await keyboard.press("Enter");
    await expect(log(customer)).toBeVisible();
    await keyboard.press("e");
    await expect(row(customer)).toHaveCount(0);
    await keyboard.press("z");
    await expect(row(customer)).toBeVisible();

    await keyboard.press("/");
    await expect(page.getByRole("searchbox", { name: "Search conversations" })).toBeFocused();
    await keyboard.press("Escape");
    await keyboard.press("g");
    await keyboard.press("i");
    await expect(page).toHaveURL(/view=mine/);
    await keyboard.press("?");
    await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toContainText("Next conversation");
  },
);

test("a key can be another, a clash is said, and single letters can be off", async ({ ownerPage: page, workspace }) => {
  await page.goto(`/${workspace.workspaceId}/settings/shortcuts`);
  const change = (action: string) => page.getByRole("button", { name: new RegExp(`^Change the key of: ${action}\\b`) });
  // A press can come too early while the page is still loading.
  await expect(async () => {
    await change("Reply").click();
    await expect(change("Reply")).toHaveAttribute("aria-pressed", "true", { timeout: 1_000 });
    await page.keyboard.press("n");
    const line = page.getByRole("listitem").filter({ has: change("Reply") });
    await expect(line).toContainText("Also: Note for the team.", { timeout: 2_000 });
  }).toPass();
  await page.getByRole("button", { name: "All usual keys" }).click();
  await expect(page.getByText("Also: Note for the team.")).toHaveCount(0);

  const single = page.getByRole("switch", { name: "Single letters act" });
  await single.click({ force: true });
  await expect(single).not.toBeChecked();
  await page.locator("body").press("?");
  await page.keyboard.press("ControlOrMeta+k");
  await expect(page.getByRole("dialog", { name: "Find and do anything" })).toBeVisible();
  await expect(page.getByRole("dialog", { name: "Keyboard shortcuts" })).toHaveCount(0);
  // The palette handles the key once it has the focus.
  await expect(async () => {
    await page.keyboard.press("Escape");
    await expect(page.getByRole("dialog", { name: "Find and do anything" })).toHaveCount(0, { timeout: 1_000 });
  }).toPass();
  await single.click({ force: true });
  await expect(single).toBeChecked();
});

test("two agents at one conversation see each other, see who replies, and do not both send", async ({
  ownerPage: page,
  workspace,
  outside,
  browser,
}) => {
  test.setTimeout(120_000);
  const link = await invite(page, workspace.workspaceId, `vera-${Date.now()}@example.com`, "Agent+");
  const vera = await newcomer(browser, link);
  await makeAccount(vera, "Vera Viewer");
  const customer = outside.newCustomer("Both");
  await outside.write(customer, "Who answers me?");
  for (const each of [page, vera]) {
    await goToInbox(each, workspace.workspaceId);
    await inbox(each).open(customer);
  }
  await expect(inbox(page).thread.getByRole("img", { name: /^Also here: .*Vera Viewer/ })).toBeVisible();

  await inbox(vera).reply(customer).pressSequentially("I do, in a moment");
  await expect(inbox(page).thread.getByRole("img", { name: /Vera Viewer is replying/ })).toBeVisible();
  await inbox(page).reply(customer).fill("Let me see");
  await inbox(vera).reply(customer).press("Enter");
  await expect(inbox(page).log(customer)).toContainText("I do, in a moment");

  // The answer that arrived meanwhile is shown first. The first press sends nothing.
  await inbox(page).reply(customer).press("Enter");
  await expect(page.getByRole("button", { name: "Send anyway" })).toBeVisible();
  const sent = () => outside.simulator.received.filter(({ body }) => body.receiptId === customer.id);
  await expect.poll(() => sent().map(({ body }) => body.content)).toEqual(["I do, in a moment"]);

  await vera.context().close();
  await expect(inbox(page).thread.getByRole("img", { name: /^Also here:/ })).toBeHidden({ timeout: 45_000 });
});

test("by name: list, thread and composer", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Names");
  const name = fullName(customer);
  await outside.write(customer, "Can you hear me?");
  await goToInbox(page, workspace.workspaceId);
  const { open, row, thread, log } = inbox(page);
  await open(customer);
  await expect(row(customer)).toHaveAccessibleName(new RegExp(`^${name}, .*Order app|^${name}, `));
  await expect(page.getByRole("region", { name: "Conversations" })).toMatchAriaSnapshot(`
    - region "Conversations":
      - searchbox "Search conversations"
      - listbox /Conversations/:
        - option /${name}/
  `);
  await expect(thread).toMatchAriaSnapshot(`
    - region "Open conversation":
      - heading "${name}" [level=2]
      - button "End"
      - button /Assigned to .+ Change/
      - log "Conversation with ${name}":
        - article: /Can you hear me/
      - region "Composer":
        - textbox "Reply to ${name}"
  `);
  // F6 goes from area to area and returns to the first one.
  await page.getByRole("navigation", { name: "Sections" }).getByRole("link", { name: "Inbox" }).focus();
  const areas = new Set<string>();
  for (let step = 0; step < 6; step += 1) {
    await page.keyboard.press("F6");
    areas.add(
      await page.evaluate(() => document.activeElement?.closest("[data-region]")?.getAttribute("data-region") ?? ""),
    );
  }
  expect([...areas]).toEqual(expect.arrayContaining(["sections", "list", "thread"]));
  await expect(log(customer)).toBeVisible();
});

test("right to left, and with letters twice as large, nothing is cut and no page is wider than its window", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Right");
  const { conversationId } = await outside.write(customer, "שלום, a word and another one");
  for (const turn of ["rtl", "large"] as const) {
    await page.setViewportSize({ width: 1280, height: 900 });
    await page.goto(`/${workspace.workspaceId}/inbox/${conversationId}`);
    await expect(inbox(page).log(customer)).toContainText("a word and another one");
    await page.evaluate((what) => {
      if (what === "rtl") document.documentElement.dir = "rtl";
      else document.documentElement.style.fontSize = "200%";
    }, turn);
    for (const width of [1280, 390]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(inbox(page).reply(customer), `${turn} ${width}`).toBeInViewport();
      await expect(page.getByRole("button", { name: `Send to ${fullName(customer)} on Order app` })).toBeInViewport();
      // The details follow the width in a render of their own.
      await expect
        .poll(() => page.evaluate(() => document.documentElement.scrollWidth), `${turn} ${width}`)
        .toBeLessThanOrEqual(width);
    }
  }
});

test("an action that follows at once on a movement is done to the row that was moved to", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
}) => {
  const tag = `swift-${Date.now()}`;
  const [below, above] = [outside.newCustomer("Below"), outside.newCustomer("Above")];
  for (const customer of [below, above]) {
    const { conversationId: convId } = await outside.write(customer, "Hello");
    const tagConv = "mutation ($input: ConvTagInput!) { tagConv(input: $input) { id } }";
    await core(tagConv, { convId, integrationId: outside.integrationId, tags: [tag] });
  }
  await page.goto(`/${workspace.workspaceId}/inbox?view=all&q=${encodeURIComponent(`tag:${tag}`)}`);
  const { row, open } = inbox(page);
  await open(above);
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  await expect(page.getByText(`Conversation with ${fullName(below)} ended`)).toBeVisible();
  await expect(row(below)).toBeHidden();
  await expect(row(above)).toBeVisible();
});

test("a message that was found is shown again when it is chosen again", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Twice");
  const word = `needle${Date.now()}`;
  await outside.write(customer, `Where is the ${word}?`);
  for (let n = 0; n < 30; n++) await outside.write(customer, `Line ${n}\nof\nmany`);
  await goToInbox(page, workspace.workspaceId);
  await page.getByRole("searchbox", { name: "Search conversations" }).fill(word);
  const hit = page.getByRole("region", { name: "Messages" }).getByRole("link", { name: new RegExp(word) });
  const found = inbox(page).log(customer).getByText(word);
  await hit.click();
  await expect(found).toBeInViewport();
  await page.getByRole("button", { name: /^Jump to latest/ }).click();
  await expect(found).not.toBeInViewport();
  await hit.click();
  await expect(found).toBeInViewport();
});
