import { expect, test } from "vitest";
import { collectRecipients, RECIPIENTS_MAX } from "./collect-recipients.ts";

const NO_MORE = { hasNextPage: false, endCursor: null };
const of = (clientId: string, integrationId = "whatsapp") => ({ clientId, integrationId });

test("named conversations are read 200 at a time, and a client of two of them is one", async () => {
  const asked: number[] = [];
  const ids = Array.from({ length: 450 }, (_, at) => `conv-${at}`);
  const found = await collectRecipients(ids, (page) => {
    asked.push(page.ids?.length ?? 0);
    return Promise.resolve({ nodes: (page.ids ?? []).map(() => of("maria")), pageInfo: NO_MORE });
  });
  expect(asked).toEqual([200, 200, 50]);
  expect(found).toEqual({ clientIds: ["maria"], integrationId: "whatsapp" });
});

test("a whole list is read to its end; of several channels none is chosen", async () => {
  const pages = [
    { nodes: [of("maria")], pageInfo: { hasNextPage: true, endCursor: "2" } },
    { nodes: [of("eva", "custom")], pageInfo: NO_MORE },
  ];
  const asked: unknown[] = [];
  const found = await collectRecipients(null, (page) => {
    asked.push(page);
    return Promise.resolve(pages[asked.length - 1] ?? { nodes: [], pageInfo: NO_MORE });
  });
  expect(asked).toEqual([{ first: 200 }, { first: 200, after: "2" }]);
  expect(found).toEqual({ clientIds: ["maria", "eva"], integrationId: null });
});

test("more than a broadcast can name are none", async () => {
  let number = 0;
  const more = () =>
    Promise.resolve({
      nodes: Array.from({ length: 200 }, () => of(`client-${number++}`)),
      pageInfo: { hasNextPage: true, endCursor: String(number) },
    });
  expect(await collectRecipients(null, more)).toBeNull();
  expect(number).toBeLessThanOrEqual(RECIPIENTS_MAX + 200);
});
