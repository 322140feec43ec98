"use client";

import { Modal, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { FormProblem } from "../ui/form-problem.tsx";
import type { Assistant } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { Target } from "./save-properties.ts";
import { useSaveSources } from "./save-sources.ts";
import type { Source } from "./source-queries.ts";
import { namedAt } from "./sources.ts";

type Props = { assistant: Assistant; /** Null: closed. */ source: Source | null; onClose: () => void };

/** Asks before a source is removed, and whether from the live version or the draft. */
export function SourceRemoval({ assistant, source, onClose }: Props) {
  const t = useTranslations("knowledge");
  return (
    <Modal opened={source !== null} onClose={onClose} title={source ? t("removal.title", { title: source.title }) : ""}>
      {source ? <Removal assistant={assistant} source={source} onClose={onClose} /> : null}
    </Modal>
  );
}

function Removal({ assistant, source, onClose }: Props & { source: Source }) {
  const t = useTranslations("knowledge");
  const save = useSaveSources(assistant);
  const remove = (target: Target) =>
    save.mutate(
      {
        target,
        change: (sources) => sources.toSpliced(namedAt(assistant, source, t).position, 1),
      },
      { onSuccess: onClose },
    );
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        remove("draft");
      }}
    >
      <Stack gap="md">
        <FormProblem>{save.error?.message}</FormProblem>
        <Text size="sm">{t("removal.about")}</Text>
        <SaveButtons
          assistant={assistant}
          saving={save.isPending ? save.variables.target : null}
          onLive={() => remove("live")}
        />
      </Stack>
    </form>
  );
}
