"use client";

import { Button, Drawer, FileButton, Stack, Text } from "@mantine/core";
import { useTranslations } from "next-intl";
import { fileSize } from "../composer/file-words.ts";
import { UploadList } from "../composer/upload-list.tsx";
import { useFileDrop } from "../composer/use-file-drop.ts";
import type { Uploads } from "../composer/use-uploads.ts";
import { CHOOSE_AGAIN } from "../ui/choose-again.ts";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import dropClasses from "../ui/drop.module.css";
import { ACCEPTED, MAX_BYTES } from "./knowledge-files.ts";
import type { Assistant } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { Target } from "./save-properties.ts";
import { useSaveSources } from "./save-sources.ts";
import type { NamedSource } from "./sources.ts";

type Props = { assistant: Assistant; uploads: Uploads; onClose: () => void };

/** Uploads files as soon as they are chosen. They become sources once all uploads are complete. */
export function SourceFilesDrawer({ opened, ...form }: Props & { opened: boolean }) {
  const t = useTranslations("knowledge");
  return (
    <Drawer
      opened={opened}
      onClose={form.onClose}
      position="right"
      size="lg"
      title={t("addFiles")}
      // A click outside the drawer must not discard uploads.
      closeOnClickOutside={false}
    >
      <FilesForm {...form} />
    </Drawer>
  );
}

function FilesForm({ assistant, uploads, onClose }: Props) {
  const t = useTranslations("knowledge.files");
  const drop = useFileDrop(uploads.add);
  const save = useSaveSources(assistant);
  const ready = uploads.list.flatMap(({ file, state }): NamedSource[] =>
    state.kind === "ready" ? [{ kind: "file", fileName: state.name, title: file.name }] : [],
  );
  const submit = (target: Target) =>
    save.mutate({ target, change: (sources) => [...sources, ...ready] }, { onSuccess: onClose });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        submit("draft");
      }}
    >
      <Stack gap="md">
        <FormProblem>{save.error ? Object.values(fieldErrors(save.error, [])).join(" ") : null}</FormProblem>
        <div className={dropClasses.zone} data-over={drop.isOver || undefined} {...drop.handlers}>
          <FileButton multiple accept={ACCEPTED} onChange={uploads.add} inputProps={CHOOSE_AGAIN}>
            {(props) => (
              <Button {...props} variant="default" data-autofocus>
                {t("choose")}
              </Button>
            )}
          </FileButton>
          <Text size="sm" c="dimmed">
            {t("hint", { size: fileSize(MAX_BYTES) })}
          </Text>
        </div>
        <UploadList uploads={uploads} label={t("list")} />
        <SaveButtons
          assistant={assistant}
          isDisabled={ready.length === 0 || !uploads.isComplete}
          saving={save.isPending ? save.variables.target : null}
          onLive={() => submit("live")}
        />
      </Stack>
    </form>
  );
}
