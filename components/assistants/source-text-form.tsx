"use client";

import { Stack, Textarea, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import type { Assistant } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { Target } from "./save-properties.ts";
import { useSaveSources } from "./save-sources.ts";
import type { Source } from "./source-queries.ts";
import { basisOf, namedAt, positionOf, sourcesIn, type TextSource } from "./sources.ts";

/** Characters. The service refuses longer pages. */
const TEXT_MAX = 200_000;
const TITLE_MAX = 200;

type Props = {
  assistant: Assistant;
  /** The page to edit. null: a new one. */
  source: Source | null;
  /** The initial title of a new page. */
  title: string;
  onDone: () => void;
};

/** Adds or edits a page of text as a source. */
export function TextSourceForm({ assistant, source, title, onDone }: Props) {
  const t = useTranslations("knowledge");
  const before = source && textOf(assistant, source);
  const form = useForm({
    initialValues: {
      title: before?.title ?? title.split("\n")[0]?.slice(0, TITLE_MAX) ?? "",
      text: before?.text ?? "",
    },
    validate: { title: isNotEmpty(t("page.noTitle")), text: isNotEmpty(t("page.noText")) },
  });
  const save = useSaveSources(assistant);
  const submit = (target: Target) => (values: typeof form.values) => {
    const page: TextSource = { kind: "text", ...values };
    save.mutate(
      {
        target,
        change: (sources) => (source ? sources.with(namedAt(assistant, source, t).position, page) : [...sources, page]),
      },
      { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error, ["title", "text"])) },
    );
  };
  return (
    <form onSubmit={form.onSubmit(submit("draft"))} noValidate>
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <TextInput
          label={t("page.title")}
          description={t("page.titleHint")}
          maxLength={TITLE_MAX}
          dir="auto"
          data-autofocus
          {...form.getInputProps("title")}
        />
        <Textarea
          label={t("page.text")}
          description={t("page.textHint")}
          autosize
          minRows={12}
          maxRows={24}
          maxLength={TEXT_MAX}
          dir="auto"
          {...form.getInputProps("text")}
        />
        <SaveButtons
          assistant={assistant}
          isDisabled={!form.isDirty()}
          saving={save.isPending ? save.variables.target : null}
          onLive={() => form.onSubmit(submit("live"))()}
        />
      </Stack>
    </form>
  );
}

function textOf(assistant: Assistant, source: Source): TextSource | null {
  const position = positionOf(source, assistant);
  const named = position === null ? undefined : sourcesIn(basisOf(assistant))[position];
  return named?.kind === "text" ? named : null;
}
