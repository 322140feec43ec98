"use client";

import { Modal, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { useServiceWords } from "../i18n/use-service-words.ts";
import { useSyncExternalStore } from "react";
import type { BulkAction } from "./bulk-documents.ts";
import classes from "./bulk.module.css";

let shown: BulkAction | null = null;
const listeners = new Set<() => void>();

/** Opens the list of conversations that a bulk action could not change. null closes it. */
export function showProblems(bulk: BulkAction | null): void {
  shown = bulk;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** The conversations that a bulk action could not change, and why. Its toast opens it, even after the selection is gone. */
export function BulkProblems() {
  const t = useTranslations("bulk.run");
  const say = useServiceWords();
  const bulk = useSyncExternalStore(
    subscribe,
    () => shown,
    () => null,
  );
  const unseen = bulk && bulk.problems.length < 100 ? bulk.failedCount - bulk.problems.length : 0;
  return (
    <Modal
      opened={bulk !== null}
      onClose={() => showProblems(null)}
      title={t("failed", { count: bulk?.failedCount ?? 0 })}
      closeButtonProps={{ "aria-label": t("close") }}
    >
      <ul className={classes.problems}>
        {bulk?.problems.map(({ convId, clientName, error, errorWording }) => (
          <li key={convId} className={classes.problem}>
            <bdi>{clientName || t("hidden")}</bdi>
            <span className={classes.reason}>{say(error, errorWording)}</span>
          </li>
        ))}
      </ul>
      {unseen > 0 ? (
        <Text size="sm" c="dimmed" mt="sm">
          {t("unseen", { count: unseen })}
        </Text>
      ) : null}
    </Modal>
  );
}
