import { expect, test } from "vitest";
import { inTurn } from "../inbox/use-undoable.ts";

test("what is asked of one thing is asked in order, a refusal holds nothing up, and another thing does not wait", async () => {
  const asked: string[] = [];
  const first = Promise.withResolvers<string>();
  const ask = (name: string, answer: Promise<string> | string) => () => {
    asked.push(name);
    return Promise.resolve(answer);
  };

  const refused = inTurn("a", ask("first", first.promise));
  const second = inTurn("a", ask("second", "2"));
  await expect(inTurn("b", ask("other", "3"))).resolves.toBe("3");
  expect(asked).toEqual(["first", "other"]);

  first.reject(new Error("no"));
  await expect(refused).rejects.toThrow("no");
  await expect(second).resolves.toBe("2");
  expect(asked).toEqual(["first", "other", "second"]);
});
