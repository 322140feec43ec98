import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

// Switching between conversations: the frame stays and carries nothing over.

test("the frame stays from one conversation to the next; its menus, closing note and what is written do not", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  test.slow();
  const [first, second] = [outside.newCustomer("Stays"), outside.newCustomer("Follows")];
  await outside.write(first, "Here I am");
  await outside.write(second, "Here am I");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, row, thread, log } = inbox(page);
  await open(first);
  const tags = thread.getByRole("button", { name: /^Tags/ });
  await tags.evaluate((button) => button.setAttribute("data-same", "yes"));
  await reply(first).fill("Only for the first");

  // Follow the link by script: a real click outside the menu would close it.
  await tags.click();
  await expect(tags).toHaveAttribute("aria-expanded", "true");
  await row(second).evaluate((link: HTMLElement) => link.click());
  await expect(log(second)).toContainText("Here am I");
  await expect(tags).toHaveAttribute("data-same", "yes");
  await expect(tags).toHaveAttribute("aria-expanded", "false");
  await expect(reply(second)).toHaveValue("");

  await open(first);
  await expect(reply(first)).toHaveValue("Only for the first");
  await expect(tags).toHaveAttribute("aria-expanded", "false");
});

test("the frame that opens another conversation shows nothing of the former contact in the details", async ({
  ownerPage: page,
  workspace,
  outside,
  core,
}) => {
  await page.setViewportSize({ width: 1_500, height: 900 });
  const [first, second] = [outside.newCustomer("Former"), outside.newCustomer("Next")];
  const conv = await outside.write(first, "Here I am");
  await outside.write(second, "Here am I");
  await core("mutation ($input: ConvPatchInput!) { patchConv(input: $input) { id } }", {
    convId: conv.conversationId,
    integrationId: outside.integrationId,
    orderNo: "SO-former",
  });
  await goToInbox(page, workspace.workspaceId);
  const { open, row } = inbox(page);
  const details = page.getByRole("complementary", { name: "Details" });
  // Both were opened before, so their data is in the browser.
  await open(second);
  await expect(details).toContainText(second.surname);
  await open(first);
  await expect(details).toContainText(first.surname);
  await expect(details).toContainText("SO-former");

  const switched = await row(second).evaluate(async (link: HTMLElement) => {
    const text = (place: string) => document.querySelector(place)?.textContent ?? "";
    link.click();
    // React draws the click's changes after the microtasks. The browser paints them later.
    await Promise.resolve();
    return { thread: text('[data-region="thread"] h2'), details: text('[data-region="details"]') };
  });
  expect(switched.thread).toContain(second.surname);
  expect(switched.details).toContain("Contact");
  expect(switched.details).not.toContain(first.surname);
  expect(switched.details).not.toContain("SO-former");
  await expect(details).toContainText(second.surname);
  await expect(details).toHaveAttribute("aria-busy", "false");
});

test("who goes to another conversation and writes at once writes there", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const [first, second] = [outside.newCustomer("Slow"), outside.newCustomer("Quick")];
  await outside.write(first, "Take your time");
  await outside.write(second, "Hurry up");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, row } = inbox(page);
  await open(first);
  await expect(reply(first)).toBeVisible();
  // In the same moment: the next conversation's composer appears after its messages.
  await row(second).evaluate((link: HTMLElement) => {
    link.click();
    queueMicrotask(() =>
      setTimeout(() =>
        document.body.dispatchEvent(new KeyboardEvent("keydown", { key: "r", code: "KeyR", bubbles: true })),
      ),
    );
  });
  await expect(reply(second)).toBeFocused();
  await page.keyboard.type("On its way");
  await expect(reply(second)).toHaveValue("On its way");
  await open(first);
  await expect(reply(first)).toHaveValue("");
});

test("what can be done to a message is made when the pointer or the focus comes to it", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Lazy");
  await outside.write(customer, "What can be done?");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, tick, log } = inbox(page);
  await open(customer);
  await reply(customer).fill("A lot");
  await reply(customer).press("Enter");
  const asked = page.getByRole("article").filter({ hasText: "What can be done?" });
  const answer = page.getByRole("article").filter({ hasText: "A lot" });
  await expect(tick("A lot")).toHaveAccessibleName("Sent. Show attempts", { timeout: 30_000 });
  await expect(asked.getByRole("toolbar")).toHaveCount(0);

  await asked.hover();
  await asked.getByRole("button", { name: "Copy" }).click();
  await expect(asked.getByRole("button", { name: "Copied" })).toBeVisible();

  // The log is a single Tab stop, at the last used message. Arrow keys move on, and Enter opens the message's actions.
  await log(customer).focus();
  await page.keyboard.press("Tab");
  await expect(asked).toBeFocused();
  await page.keyboard.press("ArrowDown");
  await expect(answer).toBeFocused();
  await expect(answer.getByRole("toolbar")).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(answer.getByRole("toolbar").getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(answer).toBeFocused();
  await tick("A lot").press("Enter");
  // It has the focus a moment after it is drawn.
  const hasFocus = () => page.getByRole("dialog").evaluate((dialog) => dialog.contains(document.activeElement));
  await expect.poll(hasFocus).toBe(true);
  await page.keyboard.press("Escape");
  await expect(tick("A lot")).toBeFocused();
});

test("the list and what is selected in it stay while the first conversation's surroundings are read", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Selected");
  await outside.write(customer, "Hello");
  const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
  await page.route("**/core/gq", async (route) => {
    if (route.request().postData()?.includes("query InboxChannels(")) await answered;
    await route.fallback();
  });
  await goToInbox(page, workspace.workspaceId);
  const { open, row } = inbox(page);
  const asked = page.waitForRequest((request) => Boolean(request.postData()?.includes("query InboxChannels(")));
  await open(customer);
  await asked;
  await page.keyboard.press("x");
  const bar = page.getByRole("toolbar", { name: "Selected conversations" });
  await expect(bar).toContainText("1 selected");
  await expect(row(customer)).toBeVisible();
  const read = page.waitForResponse((one) => Boolean(one.request().postData()?.includes("query InboxChannels(")));
  answer();
  await (await read).finished();
  await expect(row(customer)).toBeVisible();
  await expect(bar).toContainText("1 selected");
});
