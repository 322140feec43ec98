import type { BrowserContext, Request } from "@playwright/test";
import { inbox, goToInbox } from "../inbox.ts";
import { expect, test } from "../fixtures.ts";

// A user's tabs share one live stream. When the tab that holds it closes, another one continues from the same position.

/** The open live streams of a browser. */
function openStreams(context: BrowserContext): () => number {
  const open = new Set<Request>();
  context.on("request", (request) => {
    if (new URL(request.url()).pathname === "/events") open.add(request);
  });
  for (const over of ["requestfinished", "requestfailed"] as const) {
    context.on(over as "requestfinished", (request) => void open.delete(request));
  }
  // A closed page does not report its open requests as ended.
  return () => [...open].filter((request) => !request.frame().page().isClosed()).length;
}

test("two tabs share one stream, and when the first is closed the other goes on without a hole", async ({
  ownerPage: first,
  workspace,
  outside,
  context,
}) => {
  const customer = outside.newCustomer("Shared");
  await outside.write(customer, "one");
  await first.goto("about:blank");
  const streams = openStreams(context);
  await goToInbox(first, workspace.workspaceId);
  await inbox(first).open(customer);
  const second = await context.newPage();
  await goToInbox(second, workspace.workspaceId);
  await inbox(second).open(customer);
  await expect.poll(streams).toBe(1);

  await outside.write(customer, "two");
  for (const page of [first, second]) await expect(inbox(page).log(customer)).toContainText("two");
  await expect.poll(streams).toBe(1);

  // Before, during and after the change of the leading tab.
  const written = (async () => {
    for (const text of ["three", "four", "five", "six"]) await outside.write(customer, text);
  })();
  await first.close();
  await written;
  for (const text of ["three", "four", "five", "six"])
    await expect(inbox(second).log(customer)).toContainText(text, { timeout: 20_000 });
  await expect(inbox(second).row(customer)).toContainText("six");
  await expect.poll(streams).toBe(1);
  await expect(second.getByRole("status").filter({ hasText: "Live" })).toBeAttached();
});

test("what is written in one tab is in the other; offline and back, both have caught up", async ({
  ownerPage: first,
  workspace,
  outside,
  context,
}) => {
  const customer = outside.newCustomer("Both");
  await outside.write(customer, "Are you there?");
  await goToInbox(first, workspace.workspaceId);
  await inbox(first).open(customer);
  const second = await context.newPage();
  await goToInbox(second, workspace.workspaceId);
  await inbox(second).open(customer);

  const offline = "Offline. What you see may be out of date";
  await context.setOffline(true);
  for (const page of [first, second]) await expect(page.getByText(offline)).toBeVisible();
  await outside.write(customer, "while away");
  await inbox(first).reply(customer).fill("Yes, we are");
  await inbox(first).reply(customer).press("Enter");
  await context.setOffline(false);
  for (const page of [first, second]) {
    await expect(inbox(page).log(customer)).toContainText("while away", { timeout: 30_000 });
    await expect(inbox(page).tick("Yes, we are")).toHaveCount(1, { timeout: 30_000 });
    await expect(page.getByText(offline)).toBeHidden();
  }
});
