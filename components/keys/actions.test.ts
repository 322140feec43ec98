import { describe, expect, test, vi } from "vitest";
import { createActionRegistry, type Actions, type Choices } from "./action-registry.ts";
import { ACTION_IDS, conflictsOf, keyMap } from "./actions.ts";

describe("the table", () => {
  test("gives no key twice, but for the arrow that means another thing in an empty field", () => {
    const map = keyMap({});
    for (const id of ACTION_IDS)
      for (const key of map[id]) expect([id, key, conflictsOf(map, id, key)]).toEqual([id, key, []]);
  });

  test("a key of one's own takes the place of the first usual one, and may be in the way of another action", () => {
    const map = keyMap({ nextConv: "Mod+D", end: "g", unknown: "q" });
    expect(map.nextConv).toEqual(["Mod+D", "ArrowDown", "]"]);
    expect(map.previousConv[0]).toBe("k");
    expect(conflictsOf(map, "reply", "n")).toEqual(["note"]);
    // "g" starts sequences, so a single "g" would make them unreachable.
    expect(conflictsOf(map, "end", "g")).toEqual(["goMine", "goUnassigned", "goAll", "goSnoozed"]);
    expect(conflictsOf(map, "reply", "w")).toEqual([]);
  });
});

describe("the registry", () => {
  const owner =
    (actions: Actions, choices: Choices = {}) =>
    () => ({ actions, choices });

  test("of two who can do it the inner one does, whichever came first to say so", () => {
    const registry = createActionRegistry();
    const [outer, inner] = [registry.newPlace(), registry.newPlace()];
    const [byOuter, byInner] = [vi.fn(), vi.fn()];
    const stop = registry.add(inner, owner({ end: byInner }));
    registry.add(outer, owner({ end: byOuter, help: byOuter }));
    expect(registry.run("end")).toBe(true);
    expect([byOuter.mock.calls.length, byInner.mock.calls.length]).toEqual([0, 1]);
    stop();
    expect(registry.run("end")).toBe(true);
    expect(byOuter).toHaveBeenCalledOnce();
  });

  test("null is known and not possible, false hands it on, and nobody is false", () => {
    const registry = createActionRegistry();
    const outer = vi.fn();
    registry.add(registry.newPlace(), owner({ leave: outer, end: outer }));
    registry.add(registry.newPlace(), owner({ leave: () => false, end: null }));
    expect([registry.run("end"), registry.run("reply")]).toEqual([false, false]);
    expect(outer).not.toHaveBeenCalled();
    expect(registry.run("leave")).toBe(true);
    expect(outer).toHaveBeenCalledOnce();
    expect(registry.possible()).toEqual(["leave"]);
  });

  test("what there is to choose from is said by whoever has the action", () => {
    const registry = createActionRegistry();
    const ofOuter = () => [{ id: "ana", label: "Ana", run: vi.fn() }];
    registry.add(
      registry.newPlace(),
      owner({ assign: vi.fn(() => undefined), stage: vi.fn(() => undefined) }, { assign: ofOuter, stage: ofOuter }),
    );
    registry.add(registry.newPlace(), owner({ assign: vi.fn(() => undefined) }));
    expect([registry.choicesOf("assign"), registry.choicesOf("stage"), registry.choicesOf("end")]).toEqual([
      undefined,
      ofOuter,
      undefined,
    ]);
  });

  test("an action waits for what is still to be opened, and runs on that or on nothing; a movement waits for nothing", () => {
    const registry = createActionRegistry();
    const done: string[] = [];
    let [open, next] = ["above", "below"];
    registry.add(
      registry.newPlace(),
      owner({ end: () => done.push(`end ${open}`), nextConv: () => done.push("next") }),
    );
    const stop = registry.setSettler(() => (next === open ? null : next));
    registry.run("nextConv");
    expect(registry.run("end")).toBe(true);
    expect(done).toEqual(["next"]);
    open = "below";
    registry.opened("below");
    registry.opened("below");
    expect(done).toEqual(["next", "end below"]);

    next = "further";
    registry.run("end");
    open = "elsewhere";
    next = "elsewhere";
    registry.opened("elsewhere");
    expect(done).toEqual(["next", "end below"]);
    registry.run("end");
    stop();
    registry.run("end");
    expect(done.slice(2)).toEqual(["end elsewhere", "end elsewhere"]);
  });

  test("who only offers a choice has the palette ask for it", () => {
    const registry = createActionRegistry();
    const asked = vi.fn();
    const stop = registry.setChooser(asked);
    const views = () => [{ id: "mine", label: "Mine", run: vi.fn() }];
    registry.add(registry.newPlace(), owner({ switchView: "choose", stage: "choose" }, { switchView: views }));
    expect([registry.run("switchView"), registry.run("stage")]).toEqual([true, false]);
    expect(asked.mock.calls).toEqual([["switchView", views]]);
    stop();
  });
});
