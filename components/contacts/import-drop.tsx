"use client";

import { Button, FileButton, Text } from "@mantine/core";
import { IconFileUpload } from "@tabler/icons-react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { useFileDrop } from "../composer/use-file-drop.ts";
import { CHOOSE_AGAIN } from "../ui/choose-again.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import dropClasses from "../ui/drop.module.css";
import { HEAD_BYTES, readCsvHead, type CsvHead } from "./csv-head.ts";

export type ReadFile = { file: File; head: CsvHead };

const SAMPLE_ROWS = 3;
const MAX_BYTES = 50 * 1024 * 1024;

/** Takes a file and reads its start in the browser. Nothing is uploaded yet. */
export function ImportDrop({ onRead }: { onRead: (read: ReadFile) => void }) {
  const t = useTranslations("contacts");
  const [problem, setProblem] = useState<string | null>(null);

  async function read(file: File | null | undefined) {
    if (!file) return;
    if (file.size > MAX_BYTES) return setProblem(t("importing.tooLarge"));
    const text = await file.slice(0, HEAD_BYTES).text();
    const head = readCsvHead(text, { rows: SAMPLE_ROWS, isWhole: file.size <= HEAD_BYTES });
    if (!head || text.includes("\0")) return setProblem(t("importing.noHeader"));
    setProblem(null);
    onRead({ file, head });
  }

  const drop = useFileDrop((files) => void read([...files][0]));
  return (
    <>
      <FormProblem>{problem}</FormProblem>
      <div className={dropClasses.zone} data-over={drop.isOver || undefined} {...drop.handlers}>
        <IconFileUpload size={32} aria-hidden />
        <Text>{t("importing.drop")}</Text>
        <FileButton accept=".csv,text/csv" onChange={(file) => void read(file)} inputProps={CHOOSE_AGAIN}>
          {(props) => <Button {...props}>{t("importing.choose")}</Button>}
        </FileButton>
        <Text size="sm" c="dimmed">
          {t("importing.kinds")}
        </Text>
      </div>
    </>
  );
}
