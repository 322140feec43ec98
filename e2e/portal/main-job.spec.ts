import { goToInbox, inbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";
import { fullName } from "../outside.ts";

// The main job, end to end: in through the custom channel, live in the inbox, answered there, out to the customer's system,
// and delivered to a subscriber.

const HEADERS = [
  ["x-validate-token", (token: string) => token],
  ["x-validation-token", (token: string) => token],
  ["authorization", (token: string) => `Bearer ${token}`],
] as const;

for (const [header, valueOf] of HEADERS) {
  test(`a message sent with ${header} appears in the open inbox without a reload`, async ({
    ownerPage: page,
    workspace,
    outside,
    request,
  }) => {
    const customer = outside.newCustomer("Carla");
    await goToInbox(page, workspace.workspaceId);
    await page.evaluate(() => Object.assign(window, { isSamePage: true }));
    const answer = await request.post(outside.ingressUrl, {
      headers: { [header]: valueOf(outside.validateToken) },
      data: {
        content: "Is my order on its way?",
        type: "text",
        senderId: customer.id,
        messageId: `m-${customer.id}`,
        clientInfo: { name: customer.name, surname: customer.surname },
      },
    });
    expect(answer.status()).toBe(200);
    expect(await answer.json()).toEqual({
      messageId: expect.any(String),
      conversationId: expect.any(String),
      clientId: expect.any(String),
    });
    await expect(inbox(page).row(customer)).toContainText("Is my order on its way?");
    expect(await page.evaluate(() => "isSamePage" in window)).toBe(true);
  });
}

test(
  "the answer reaches the customer's system, its tick follows the receipts, and the subscriber hears of both",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, request }) => {
    const { simulator } = outside;
    const customer = outside.newCustomer("Maria");
    await goToInbox(page, workspace.workspaceId);
    const { messageId: inboundId, conversationId } = await outside.write(customer, "Hello, where is my order?");
    const { row, open, log, reply, tick } = inbox(page);
    await expect(row(customer)).toContainText("Hello, where is my order?");
    await open(customer);
    await expect(log(customer)).toContainText("Hello, where is my order?");

    await reply(customer).fill("It left this morning.");
    await page.getByRole("button", { name: `Send to ${fullName(customer)} on Order app` }).click();
    await expect(tick("It left this morning.")).toHaveAccessibleName("Sent. Show attempts");

    const sent = simulator.received.filter(({ body }) => body.receiptId === customer.id);
    expect(sent).toHaveLength(1);
    const [request0] = sent;
    expect(request0).toMatchObject({
      authorization: `Bearer ${outside.accessToken}`,
      idempotencyKey: expect.stringMatching(/.+/),
      body: {
        content: "It left this morning.",
        type: "text",
        senderId: "order-app",
        receiptId: customer.id,
        conversationId: expect.any(String),
        createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
        messageId: request0?.idempotencyKey,
      },
      answer: { status: 200 },
    });

    for (const [status, words] of [
      ["delivered", "Delivered"],
      ["read", "Read"],
    ] as const) {
      const reported = await request.post(`${outside.ingressUrl}/status`, {
        headers: { "x-validate-token": outside.validateToken },
        data: { messageId: request0?.answer.externalMessageId, status },
      });
      expect(reported.status()).toBe(200);
      await expect(tick("It left this morning.")).toHaveAccessibleName(`${words}. Show attempts`);
    }

    const heard = () =>
      simulator
        .webhooks()
        .filter(({ name }) => name === "events")
        .map((entry) => ({ ...entry, payload: JSON.parse(entry.body) as Record<string, unknown> }))
        .filter(({ payload }) => payload.conversationId === conversationId || payload.externalClientId === customer.id);
    await expect
      .poll(() => heard().map(({ event }) => event))
      .toEqual(expect.arrayContaining(["NEW_CLIENT", "NEW_CONV", "INCOMING_MESSAGE", "OUTGOING_MESSAGE"]));
    const events = heard();
    expect(events.map(({ event }) => event).slice(0, 4)).toEqual([
      "NEW_CLIENT",
      "NEW_CONV",
      "INCOMING_MESSAGE",
      "OUTGOING_MESSAGE",
    ]);
    expect(events.map(({ verified, problem }) => [verified, problem])).toEqual(events.map(() => [true, null]));
    expect(events.find(({ event }) => event === "INCOMING_MESSAGE")?.payload).toMatchObject({
      messageId: inboundId,
      content: "Hello, where is my order?",
      isAgent: false,
    });
    expect(events.find(({ event }) => event === "OUTGOING_MESSAGE")?.payload).toMatchObject({
      content: "It left this morning.",
      isAgent: true,
    });
  },
);

test(
  "the same message twice is one message, and a lost answer is sent again under the same key",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside }) => {
    const { simulator } = outside;
    const customer = outside.newCustomer("Doppel");
    simulator.faults({ duplicateInbound: true });
    await outside.write(customer, "Only once, please");
    simulator.faults({ duplicateInbound: false, endpoint: "lostAnswer" });
    await goToInbox(page, workspace.workspaceId);
    const { open, log, reply, tick } = inbox(page);
    await open(customer);
    await expect(log(customer).getByText("Only once, please")).toHaveCount(1);
    await reply(customer).fill("Once, as you say");
    await reply(customer).press("Enter");
    await expect(tick("Once, as you say")).toHaveAccessibleName("Sent. Show attempts", { timeout: 30_000 });
    simulator.faults({ endpoint: "none" });
    const sent = simulator.received.filter(({ body }) => body.receiptId === customer.id);
    expect(sent.map(({ repeated }) => repeated)).toEqual([false, true]);
    expect(new Set(sent.map(({ idempotencyKey }) => idempotencyKey)).size).toBe(1);
  },
);

test("an endpoint that is down gets the message when it is back, and a refused one says why", async ({
  ownerPage: page,
  workspace,
  outside,
}) => {
  const { simulator } = outside;
  const customer = outside.newCustomer("Otto");
  await outside.write(customer, "Are you there?");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, tick } = inbox(page);
  await open(customer);
  simulator.faults({ endpoint: "error500" });
  await reply(customer).fill("Yes, one moment");
  await reply(customer).press("Enter");
  await expect
    .poll(() => simulator.received.filter(({ body }) => body.receiptId === customer.id).length)
    .toBeGreaterThan(0);
  // Either between two attempts or during one.
  await expect(tick("Yes, one moment")).toHaveAccessibleName(/^(Waiting in the queue|Sending)\. Show attempts$/);
  simulator.faults({ endpoint: "none" });
  await expect(tick("Yes, one moment")).toHaveAccessibleName("Sent. Show attempts", { timeout: 30_000 });
  await tick("Yes, one moment").click();
  const attempts = page.getByRole("dialog");
  await expect(attempts).toContainText("could not take the message at that moment");
  await expect(attempts).toContainText("It was tried again.");
  await expect(attempts).toContainText("The provider took the message.");
});

test("a note stays inside", async ({ ownerPage: page, workspace, outside }) => {
  const customer = outside.newCustomer("Nora");
  const { conversationId } = await outside.write(customer, "I am not happy");
  await goToInbox(page, workspace.workspaceId);
  const { open, reply, note, log, tick } = inbox(page);
  await open(customer);
  const composer = page.getByRole("region", { name: "Composer" });
  await composer.getByText("Note", { exact: true }).click();
  await note.fill("Careful: third complaint this month");
  await page.getByRole("button", { name: "Add note" }).click();
  await expect(log(customer)).toContainText("Careful: third complaint this month");

  // Sends of a conversation keep their order. If the note had been sent, it would have gone out before the reply.
  await composer.getByText("Reply", { exact: true }).click();
  await reply(customer).fill("I am sorry to hear that");
  await reply(customer).press("Enter");
  await expect(tick("I am sorry to hear that")).toHaveAccessibleName("Sent. Show attempts");
  const sent = outside.simulator.received.filter(({ body }) => body.receiptId === customer.id);
  expect(sent.map(({ body }) => body.content)).toEqual(["I am sorry to hear that"]);
  // The subscriber also receives notes, marked as such.
  await expect
    .poll(() =>
      outside.simulator
        .webhooks()
        .filter(({ body, event }) => event === "OUTGOING_MESSAGE" && body.includes(conversationId))
        .map(({ body }) => (JSON.parse(body) as { type: string }).type),
    )
    .toEqual(["note", "text"]);
});

test(
  "assign, stage, tag and end, and the next message opens a new conversation",
  { tag: "@journey" },
  async ({ ownerPage: page, workspace, outside, core }) => {
    const customer = outside.newCustomer("Tomás");
    const stage = `Escalated ${customer.surname}`;
    await core(`mutation ($input: TagCreateInput!) { createTag(input: $input) { id } }`, {
      type: "convStage",
      tag: stage,
    });
    const { conversationId } = await outside.write(customer, "The parcel is broken");
    await goToInbox(page, workspace.workspaceId);
    const { open, row, thread } = inbox(page);
    await open(customer);

    await thread.getByRole("button", { name: "Assigned to Unassigned. Change" }).click();
    await page.getByRole("option", { name: /\(you\)/ }).click();
    await expect(row(customer)).toHaveAccessibleName(/assigned to you/);

    await thread.getByRole("button", { name: "Stage: none. Change" }).click();
    await page.getByRole("option", { name: stage }).click();
    await expect(thread.getByRole("button", { name: `Stage: ${stage}. Change` })).toBeVisible();

    await thread.getByRole("button", { name: "Tags (0)" }).click();
    const search = page.getByRole("textbox", { name: "Find or add a tag" });
    await search.fill(`broken-${customer.surname}`);
    await page.getByRole("option", { name: /^Add/ }).click();
    await expect(thread.getByRole("button", { name: "Tags (1)" })).toBeVisible();
    await search.press("Escape");
    await expect(row(customer)).toHaveAccessibleName(new RegExp(`tags broken-${customer.surname}`));

    await thread.getByRole("button", { name: "End", exact: true }).click();
    await expect(row(customer)).toHaveCount(0);
    await expect
      .poll(() =>
        outside.simulator
          .webhooks()
          .some(({ event, body }) => event === "ENDING_CONV" && body.includes(conversationId)),
      )
      .toBe(true);
    const { conv } = await core(
      `query ($input: ConvInput!) { conv(input: $input) { ended tags stageId assigneeId } }`,
      {
        id: conversationId,
      },
    );
    expect(conv).toMatchObject({
      ended: true,
      tags: [`broken-${customer.surname}`],
      assigneeId: workspace.agentId,
      stageId: expect.any(String),
    });

    const again = await outside.write(customer, "It is me again");
    expect(again.conversationId).not.toBe(conversationId);
    await expect(row(customer)).toContainText("It is me again");
  },
);
