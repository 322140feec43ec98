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

/** A person's preferences in this workspace. Stored with the account, so they apply in every browser. */
export type Preferences = {
  locale: "en" | "de" | "es" | "fr" | null;
  density: "comfortable" | "compact";
  /** `list` in pixels. */
  panes: { views?: boolean; list?: number; details?: boolean };
  detailBlocks: { id: string; isOpen: boolean }[];
  afterDone: "next" | "previous" | "stay" | "list";
  /** Whether ending a conversation asks for stage and tags. */
  closingForm: boolean;
  sendKey: "enter" | "modEnter";
  /** Whether the copilot panel is expanded. */
  copilot: boolean;
  /** Seconds during which a sent message can be undone. */
  undoSeconds: number;
  /** Whether single-letter shortcuts are on. */
  singleKeys: boolean;
  /** Custom keys by action. */
  keys: Record<string, string>;
  notify: Partial<Record<NotifyEvent, NotifyWays>>;
  /** Whether notices sent while the portal is closed contain the message text. */
  pushText: boolean;
  quietHours: { from: string; to: string } | null;
  /** IANA time zone of the quiet hours for emails. */
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

/**
 * The viewer's preferences with defaults, and a function that changes some: they apply at once and are saved with the account.
 */
export function usePreferences(): [Preferences, (changes: Partial<Preferences>) => void] {
  const t = useTranslations("shell");
  const workspaceId = useWorkspaceId();
  const viewer = useViewer();
  const cache = useQueryClient();
  const { mutate } = useMutation({
    mutationKey: ["preferences", workspaceId],
    // Save one change after the other, so that the last change is also saved last.
    scope: { id: `preferences ${workspaceId}` },
    mutationFn: (changes: Partial<Preferences>) => savePreferences(workspaceId, changes),
    onMutate: (changes) => show(cache, workspaceId, changes),
    onSuccess: async () => {
      // An older read may have overwritten the cache in between, and further changes may be pending.
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

/** Changes that the service has not confirmed yet. Later ones win. */
export function unkept(cache: QueryClient, workspaceId: number): Partial<Preferences> {
  const pending = cache.getMutationCache().findAll({ mutationKey: ["preferences", workspaceId], status: "pending" });
  return Object.assign({}, ...pending.map(({ state }) => state.variables)) as Partial<Preferences>;
}

const known = new WeakMap<object, Preferences>();

/** Read-only preferences of a loaded viewer, without a subscription. */
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
