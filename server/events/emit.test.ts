import { expect, test } from "vitest";
import { database, inTransaction } from "../db.ts";
import { createTestWorkspace } from "../testing/factories.ts";
import { emit } from "./emit.ts";

test("half a character in a payload does not undo the change that it tells of", async () => {
  const { ctx, workspaceId } = await createTestWorkspace();
  await inTransaction(ctx, (tx) =>
    emit(tx, { name: "CLIENT_UPDATED", payload: { name: "Mia \ud83d", tags: ["\ude00"] } }),
  );
  const told = await database().event.findFirstOrThrow({ where: { workspaceId, name: "CLIENT_UPDATED" } });
  expect(told.payload).toEqual({ name: "Mia \ufffd", tags: ["\ufffd"] });
});
