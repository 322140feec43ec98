"use client";

import { useMutation, useQueryClient, type QueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useCallback } from "react";
import { failed } from "../ui/toasts.tsx";
import { savePreferences, viewerQuery, type Viewer } from "./queries.ts";
import { useViewer, useWorkspaceId } from "./workspace.tsx";

export type NotifyEvent =
  | "newUnassigned"
  | "assignedToMe"
  | "mention"
  | "replyInMine"
  | "windowClosing"
  | "slaRisk"
  | "failedSend";
export type NotifyWays = { inApp?: boolean; sound?: boolean; desktop?: boolean; email?: boolean };

/** How a person has the portal in this workspace; kept with their account, so every browser of theirs has it. */
export type Preferences = {
  locale: "en" | "de" | "es" | "fr" | null;
  density: "comfortable" | "compact";
  /** `list` in pixels. */
  panes: { views?: boolean; list?: number; details?: boolean };
  detailBlocks: { id: string; isOpen: boolean }[];
  afterDone: "next" | "previous" | "stay" | "list";
  /** Whether stage and tags are asked for when a conversation is ended. */
  closingForm: boolean;
  sendKey: "enter" | "modEnter";
  /** Whether the copilot's strip is unfolded. */
  copilot: boolean;
  /** Seconds for which a sent message can be taken back. */
  undoSeconds: number;
  /** Whether single letters act. */
  singleKeys: boolean;
  /** Action to key, where it is another than usual. */
  keys: Record<string, string>;
  notify: Partial<Record<NotifyEvent, NotifyWays>>;
  /** Whether a notice that comes while the portal is closed says what was written. */
  pushText: boolean;
  quietHours: { from: string; to: string } | null;
  /** IANA name: the clock of the quiet hours for mail. */
  timeZone: string | null;
  contactColumns: string[] | null;
  playbackRate: 1 | 1.5 | 2;
};

const DEFAULTS: Preferences = {
  locale: null,
  density: "comfortable",
  panes: {},
  detailBlocks: [],
  afterDone: "next",
  closingForm: false,
  sendKey: "enter",
  copilot: false,
  undoSeconds: 5,
  singleKeys: true,
  keys: {},
  notify: {},
  pushText: false,
  quietHours: null,
  timeZone: null,
  contactColumns: null,
  playbackRate: 1,
};

/** The viewer's preferences, defaults filled in, and how to change some: it shows at once and is kept with the account. */
export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  const t = useTranslations("shell");
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ["preferences", workspaceId],
    // One after the other, so that the last change is the last one that is kept, too.
    scope: { id: `preferences ${workspaceId}` },
    mutationFn: (changes: Partial<Preferences>) => savePreferences(workspaceId, changes),
    onMutate: (changes) => show(cache, workspaceId, changes),
    onSuccess: async () => {
      // A reading that began before it was kept may have come in between, and further changes may be on their way.
      await cache.cancelQueries({ queryKey: viewerQuery(workspaceId).queryKey });
      show(cache, workspaceId, unkept(cache, workspaceId));
    },
    onError: (error) => {
      failed(t("notKept"), error);
      void cache.invalidateQueries({ queryKey: viewerQuery(workspaceId).queryKey });
    },
  });
  const change = useCallback((changes: Partial<Preferences>) => mutate(changes), [mutate]);
  return [preferencesOf(viewer), change];
}

/** The changes that the service has not answered yet; the later ones win. */
export function unkept(cache: QueryClient, workspaceId: number): Partial<Preferences> {
  const pending = cache.getMutationCache().findAll({ mutationKey: ["preferences", workspaceId], status: "pending" });
  return Object.assign({}, ...pending.map(({ state }) => state.variables)) as Partial<Preferences>;
}

const known = new WeakMap<object, Preferences>();

/** The same to be read only, of somebody who is known already: it costs no subscription. */
export function preferencesOf(viewer: Viewer | undefined): Preferences {
  const kept = viewer?.preferences as Partial<Preferences> | null | undefined;
  if (!kept) return DEFAULTS;
  const preferences = known.get(kept) ?? { ...DEFAULTS, ...withoutNull(kept) };
  known.set(kept, preferences);
  return preferences;
}

function show(cache: QueryClient, workspaceId: number, changes: Partial<Preferences>): void {
  cache.setQueryData(viewerQuery(workspaceId).queryKey, (known) =>
    known ? { ...known, preferences: { ...(known.preferences as Partial<Preferences>), ...changes } } : known,
  );
}

function withoutNull(kept: Partial<Preferences>): Partial<Preferences> {
  return Object.fromEntries(Object.entries(kept).filter(([, value]) => value !== null));
}
