import { createContext, useContext } from "react";
import type { ActionRegistry } from "./action-registry.ts";
import type { KeyMap } from "./actions.ts";

export type Keys = { registry: ActionRegistry; map: KeyMap; isMac: boolean; hasSingleKeys: boolean };

export const KeysContext = createContext<Keys | null>(null);

export function useKeys(): Keys {
  const keys = useContext(KeysContext);
  if (!keys) throw new Error("KeysProvider is missing above this component");
  return keys;
}
