"use client";

import { Stack, Text, TextInput } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { isAddress } from "./properties.ts";
import type { Assistant } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";
import type { Target } from "./save-properties.ts";
import { useSaveSources } from "./save-sources.ts";

type Props = { assistant: Assistant; onDone: () => void };

/** Adds a website as a source, by its URL. */
export function SiteSourceForm({ assistant, onDone }: Props) {
  const t = useTranslations("knowledge");
  const form = useForm({
    initialValues: { url: "", title: "" },
    validate: {
      url: (url) => (isAddress(url) ? null : t("site.noAddress")),
    },
  });
  const save = useSaveSources(assistant);
  const submit =
    (target: Target) =>
    ({ url, title }: typeof form.values) => {
      const site = { kind: "site" as const, url: url.trim(), ...(title.trim() ? { title: title.trim() } : {}) };
      save.mutate(
        { target, change: (sources) => [...sources, site] },
        { onSuccess: onDone, onError: (error) => form.setErrors(fieldErrors(error, ["url", "title"])) },
      );
    };
  return (
    <form onSubmit={form.onSubmit(submit("draft"))} noValidate>
      <Stack gap="md">
        <FormProblem>{form.errors.form}</FormProblem>
        <TextInput
          label={t("site.address")}
          placeholder="https://example.com/help"
          type="url"
          spellCheck={false}
          data-autofocus
          {...form.getInputProps("url")}
        />
        <TextInput
          label={t("page.title")}
          description={t("site.titleHint")}
          maxLength={200}
          dir="auto"
          {...form.getInputProps("title")}
        />
        <Text size="sm" c="dimmed">
          {t("site.about")}
        </Text>
        <SaveButtons
          assistant={assistant}
          saving={save.isPending ? save.variables.target : null}
          onLive={() => form.onSubmit(submit("live"))()}
        />
      </Stack>
    </form>
  );
}
