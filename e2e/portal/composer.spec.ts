import { goToInbox, inbox } from "../inbox.ts";
import { withWhatsapp } from "../providers.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";
import { setPreferences } from "../sign-in.ts";

// What happens to text between typing and sending: undo, drafts, scheduling, offline, and a reply window that closes
// meanwhile.

test(
  "inside five seconds a message can be taken back: the other side never saw it, and its words are in the composer",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside }) => {
    const customer = outside.newCustomer("Undo");
    await outside.write(customer, "When does it arrive?");
    await setPreferences(page, { undoSeconds: 5 });
    await goToInbox(page, workspace.workspaceId);
    const { open, reply, tick } = inbox(page);
    await open(customer);
    await reply(customer).fill("Tomorow");
    await reply(customer).press("Enter");
    const waiting = page.getByRole("list", { name: "Scheduled messages" });
    await expect(waiting).toContainText("Tomorow");
    await expect(waiting).toContainText(/Sending in \d s/);
    await waiting.getByRole("button", { name: "Undo", exact: true }).click();
    await expect(waiting).toBeHidden();
    await expect(reply(customer)).toHaveValue("Tomorow");

    // The next one is sent, and it is the only one that was ever sent.
    await reply(customer).fill("Tomorrow");
    await reply(customer).press("Enter");
    await expect(waiting).toContainText("Tomorrow");
    await expect(tick("Tomorrow")).toHaveAccessibleName("Sent. Show attempts", { timeout: 20_000 });
    await expect(waiting).toBeHidden();
    const sent = outside.simulator.received.filter(({ body }) => body.receiptId === customer.id);
    expect(sent.map(({ body }) => body.content)).toEqual(["Tomorrow"]);
  },
);

test("an emoji goes where the caret is, and the one used last comes first", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Smile");
  await outside.write(customer, "All well?");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply } = inbox(page);
  await open(customer);
  await reply(customer).fill("Yes ! Thanks");
  await reply(customer).evaluate((field: HTMLTextAreaElement) => field.setSelectionRange(4, 4));
  await page.getByRole("button", { name: "Emoji" }).click();
  await page.getByRole("searchbox", { name: "Search emoji" }).fill("party popper");
  await expect(page.getByRole("button", { name: "party popper" })).toBeVisible();
  await page.keyboard.press("Enter");
  await expect(reply(customer)).toHaveValue("Yes 🎉! Thanks");
  await expect(reply(customer)).toBeFocused();
  await page.getByRole("button", { name: "Emoji" }).click();
  await expect(page.getByRole("group", { name: "Emoji" }).getByRole("button").first()).toHaveText("🎉");
  await page.keyboard.press("Escape");
  await reply(customer).fill("");
});

test("Send and end says how long it can be undone, and Undo brings conversation and words back", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Both");
  await outside.write(customer, "Thanks, that was all");
  await setPreferences(page, { undoSeconds: 10, afterDone: "stay" });
  await goToInbox(page, workspace.workspaceId);
  const { open, reply } = inbox(page);
  await open(customer);
  await reply(customer).fill("You are welcome");
  await reply(customer).press("ControlOrMeta+Enter");
  const toast = page.getByRole("status").filter({ hasText: /Sending in \d+ s/ });
  await expect(toast).toBeVisible();
  await toast.getByRole("button", { name: "Undo" }).click();
  await expect(reply(customer)).toHaveValue("You are welcome");
  await expect(page.getByRole("button", { name: "End", exact: true })).toBeVisible();
  expect(outside.simulator.received.filter(({ body }) => body.receiptId === customer.id)).toEqual([]);
  await reply(customer).fill("");
  await setPreferences(page, { undoSeconds: 0, afterDone: null });
});

test("Esc closes the innermost layer, and leaves no conversation with words in it", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Escape");
  const { conversationId } = await outside.write(customer, "Where do I go?");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, log, thread } = inbox(page);
  await open(customer);
  const isOpen = async () => {
    await expect(log(customer)).toBeVisible();
    expect(new URL(page.url()).pathname).toContain(conversationId);
  };
  const escape = () => page.keyboard.press("Escape");

  const tags = thread.getByRole("button", { name: /^Tags/ });
  await tags.click();
  await expect(tags).toHaveAttribute("aria-expanded", "true");
  await escape();
  await expect(tags).toHaveAttribute("aria-expanded", "false");
  await isOpen();

  await thread.getByRole("button", { name: "More" }).first().click();
  // A menu takes the focus a moment after it is shown.
  await expect(page.getByRole("menu").locator(":focus")).toHaveCount(1);
  await escape();
  await expect(page.getByRole("menu")).toBeHidden();
  await isOpen();

  await reply(customer).fill("Half a thought");
  await reply(customer).press("ControlOrMeta+Shift+Enter");
  const dialog = page.getByRole("dialog", { name: "Send later" });
  await expect(dialog).toBeVisible();
  await escape();
  await expect(dialog).toBeHidden();
  await isOpen();

  await reply(customer).focus();
  for (let press = 0; press < 3; press += 1) await escape();
  await expect(reply(customer)).not.toBeFocused();
  await expect(reply(customer)).toHaveValue("Half a thought");
  await isOpen();

  await reply(customer).fill("");
  await escape();
  await escape();
  await expect(log(customer)).toHaveCount(0);
  expect(new URL(page.url()).pathname).not.toContain(conversationId);
});

test("what is sent offline and survives a reload goes out once, where it was written", async ({
  ownerPage: page,
  workspace,
  outside,
  context,
}) => {
  const customer = outside.newCustomer("Tunnel");
  await outside.write(customer, "Are you there?");
  await setPreferences(page, { undoSeconds: 5 });
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, tick, log } = inbox(page);
  await open(customer);
  await expect(log(customer)).toContainText("Are you there?");
  // The page itself still loads. All its requests fail.
  const asks = /\/(core\/gq|events)(\?|$)/;
  await context.route(asks, (route) => route.abort());
  await reply(customer).fill("In a tunnel");
  await reply(customer).press("Enter");
  await expect(page.getByRole("img", { name: "Waiting for the connection" })).toBeVisible();
  await page.reload();
  await context.unroute(asks);
  await page.reload();
  await expect(tick("In a tunnel")).toHaveAccessibleName("Sent. Show attempts", { timeout: 40_000 });
  await expect(log(customer).getByText("In a tunnel")).toHaveCount(1);
  await expect(reply(customer)).toHaveValue("");
  const sent = outside.simulator.received.filter(({ body }) => body.receiptId === customer.id);
  expect(sent.map(({ body }) => body.content)).toEqual(["In a tunnel"]);
});

test("a draft that was begun on a large screen goes on on a small one, and is gone from both once it is sent", async ({
  ownerPage: page,
  workspace,
  outside,
  browser,
}) => {
  const customer = outside.newCustomer("Draft");
  const { conversationId } = await outside.write(customer, "Which size is it?");
  const { workspaceId } = workspace;
  await goToInbox(page, workspaceId);
  const desk = inbox(page);
  await desk.open(customer);
  const saved = page.waitForResponse((answer) => (answer.request().postData() ?? "").includes("saveDraft"));
  await desk.reply(customer).fill("It is size");
  await saved;

  // A separate browser that shares only the first one's sign-in.
  const { cookies } = await page.context().storageState();
  const phone = await browser.newContext({
    baseURL: new URL(page.url()).origin,
    viewport: { width: 390, height: 844 },
    storageState: { cookies, origins: [] },
  });
  const small = await phone.newPage();
  await small.goto(`/${workspaceId}/inbox/${conversationId}`);
  const hand = inbox(small);
  await expect(hand.reply(customer)).toHaveValue("It is size", { timeout: 20_000 });
  await hand.reply(customer).fill("It is size 42");
  await expect(desk.reply(customer)).toHaveValue("It is size 42", { timeout: 20_000 });
  await hand.reply(customer).press("Enter");
  await expect(hand.tick("It is size 42")).toHaveAccessibleName("Sent. Show attempts");
  await expect(desk.reply(customer)).toHaveValue("", { timeout: 20_000 });
  await page.reload();
  await expect(desk.log(customer)).toContainText("It is size 42");
  await expect(desk.reply(customer)).toHaveValue("");
  await phone.close();
});

test("the window closes over what is being typed: the words stay, and a template is what can be sent", async ({
  ownerPage: page,
  workspace,
  product,
}) => {
  test.slow();
  const { workspaceId } = workspace;
  const { providers, account } = await withWhatsapp(page, workspaceId, product.simulatorAddress);

  const customer = await providers.addCustomer("Vera");
  await providers.write(account.slug, customer, "text", "Is it still to be had?");
  await page.clock.install();
  await goToInbox(page, workspaceId);
  const { open, reply } = inbox(page);
  await open(customer);
  await reply(customer).fill("It is, and we");
  await page.clock.fastForward("25:00:00");
  const composer = page.getByRole("region", { name: "Composer" });
  await expect(composer).toContainText("This channel takes no free text now");
  await expect(reply(customer)).toBeHidden();
  await expect(composer).toContainText("It is, and we");
  expect(await providers.sentTo(account.slug, customer)).toEqual([]);
});

test(
  "a canned reply is found by a slash, its fields are filled, and an empty one wants a second press",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside }) => {
    const customer = outside.newCustomer("Rosa");
    await outside.write(customer, "Where is it?");
    await page.goto(`/${workspace.workspaceId}/settings/replies`);
    // The team's list comes first, once the page knows that the user may edit it.
    await expect(page.getByRole("button", { name: "New reply" })).toHaveCount(2);
    await page.getByRole("button", { name: "New reply" }).first().click();
    const editor = page.getByRole("dialog");
    await editor.getByLabel("Shortcut").fill(`late-${customer.surname}`);
    await editor.getByLabel("Title").fill(`Late ${customer.surname}`);
    await editor.getByLabel("Text", { exact: true }).fill("Sorry {{client.firstName}}, order {{order.no}} is late.");
    await expect(editor).toContainText("Sorry Maria, order 4711 is late.");
    await editor.getByRole("button", { name: "Save" }).click();
    await expect(page.getByRole("list", { name: "Team replies" })).toContainText(`/late-${customer.surname}`);

    await goToInbox(page, workspace.workspaceId);
    const { open, reply, tick } = inbox(page);
    await open(customer);
    // The button opens the list that the slash opens. Another button opens the variables.
    await page.getByRole("button", { name: "Variables" }).click();
    await expect(page.getByRole("listbox", { name: "Variables" })).toBeVisible();
    await reply(customer).fill("");
    await page.getByRole("button", { name: "Canned replies" }).click();
    await expect(reply(customer)).toHaveValue("/");
    await reply(customer).pressSequentially(`late-${customer.surname}`);
    await expect(page.getByRole("option", { name: new RegExp(`Late ${customer.surname}`) })).toBeVisible();
    await reply(customer).press("Enter");
    await expect(reply(customer)).toHaveValue("Sorry Rosa, order {{order.no}} is late.");
    await reply(customer).press("Enter");
    await expect(page.getByRole("alert").filter({ hasText: "1 field is empty" })).toBeVisible();
    expect(outside.simulator.received.filter(({ body }) => body.receiptId === customer.id)).toEqual([]);
    await page.getByRole("button", { name: "Send anyway" }).click();
    await expect(tick("Sorry Rosa")).toHaveAccessibleName("Sent. Show attempts");
  },
);

test("a message for later stands below the thread, and can be sent now", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const customer = outside.newCustomer("Later");
  await outside.write(customer, "Remind me on Monday");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, tick } = inbox(page);
  await open(customer);
  await reply(customer).fill("Your reminder");
  await page.getByRole("button", { name: "More ways to send" }).click();
  await page.getByRole("menuitem", { name: "Send later…" }).click();
  await page.getByLabel("When").fill("in 2 hours");
  await page.getByRole("button", { name: "Schedule" }).click();
  const waiting = page.getByRole("list", { name: "Scheduled messages" });
  await expect(waiting).toContainText("Will be sent");
  expect(outside.simulator.received.filter(({ body }) => body.receiptId === customer.id)).toEqual([]);
  await waiting.getByRole("button", { name: "Send now" }).click();
  await expect(tick("Your reminder")).toHaveAccessibleName("Sent. Show attempts");
  await expect(page.getByRole("button", { name: `Send to ${fullName(customer)} on Order app` })).toBeVisible();
});
