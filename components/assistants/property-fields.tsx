"use client";

import { MultiSelect, NumberInput, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { HeaderFields } from "../developers/header-fields.tsx";
import { tagsQuery } from "../inbox/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { PropertyValues } from "./properties.ts";
import type { Assistant } from "./queries.ts";
import { CLIENT_FIELDS, fieldName } from "./client-fields.ts";
import { SecretInput } from "./secret-input.tsx";

type Form = UseFormReturnType<PropertyValues>;

/** All settings of an assistant type except its sources. */
export function PropertyFields({ type, form }: { type: Assistant["type"]; form: Form }) {
  switch (type) {
    case "provider_a":
      return <ModelFields form={form} />;
    case "provider_b":
      return <PineconeFields form={form} />;
    case "custom":
      return <EndpointFields form={form} />;
    case "builtIn":
      return <BuiltInFields form={form} />;
  }
}

function KeyField({ form, description }: { form: Form; description: string }) {
  const t = useTranslations("assistants.properties");
  return (
    <SecretInput
      // A new `key` resets the input after a save, so that it shows the new stored key.
      key={form.getInitialValues().storedKey}
      label={t("key")}
      replaceLabel={t("replaceKey")}
      description={description}
      stored={form.values.storedKey}
      value={form.values.apiKey}
      onChange={(key) => form.setFieldValue("apiKey", key)}
      error={form.errors.apiKey}
    />
  );
}

function ModelFields({ form }: { form: Form }) {
  const t = useTranslations("assistants.properties");
  return (
    <>
      <KeyField form={form} description={t("keyHint")} />
      <TextInput
        label={t("model")}
        description={t("modelHint")}
        withAsterisk
        spellCheck={false}
        {...form.getInputProps("model")}
      />
      <TextInput
        label={t("baseUrl")}
        description={t("baseUrlHint")}
        placeholder="https://api.openai.com/v1"
        type="url"
        spellCheck={false}
        {...form.getInputProps("baseUrl")}
      />
      <Textarea
        label={t("instructions")}
        description={t("instructionsHint")}
        autosize
        minRows={5}
        maxRows={20}
        dir="auto"
        {...form.getInputProps("instructions")}
      />
      <NumberInput
        label={t("temperature")}
        description={t("temperatureHint")}
        min={0}
        max={2}
        step={0.1}
        decimalScale={2}
        allowNegative={false}
        {...form.getInputProps("temperature")}
        onChange={(value) => form.setFieldValue("temperature", typeof value === "number" ? value : "")}
      />
    </>
  );
}

function PineconeFields({ form }: { form: Form }) {
  const t = useTranslations("assistants.properties");
  return (
    <>
      <KeyField form={form} description={t("pineconeKeyHint")} />
      <TextInput
        label={t("pineconeName")}
        description={t("pineconeNameHint")}
        withAsterisk
        spellCheck={false}
        {...form.getInputProps("model")}
      />
      <TextInput
        label={t("baseUrl")}
        description={t("pineconeUrlHint")}
        type="url"
        spellCheck={false}
        {...form.getInputProps("baseUrl")}
      />
    </>
  );
}

function EndpointFields({ form }: { form: Form }) {
  const t = useTranslations("assistants.properties");
  return (
    <>
      <TextInput
        label={t("endpoint")}
        description={t("endpointHint")}
        placeholder="https://example.com/answers"
        withAsterisk
        type="url"
        spellCheck={false}
        {...form.getInputProps("endpoint")}
      />
      <HeaderFields rows={form.values.headers} onChange={(rows) => form.setFieldValue("headers", rows)} />
      {form.errors.headers ? (
        <Text size="xs" c="var(--danger-text)" role="alert">
          {form.errors.headers}
        </Text>
      ) : null}
    </>
  );
}

function BuiltInFields({ form }: { form: Form }) {
  const t = useTranslations("assistants.properties");
  const words = useTranslations("assistants");
  const tags = useQuery(tagsQuery(useWorkspaceId(), null)).data ?? [];
  const { tagNames } = form.values;
  const known = tags.filter(({ type }) => ["conv", "conversation", "common"].includes(type)).map(({ tag }) => tag);
  return (
    <>
      <Textarea
        label={t("instructions")}
        description={t("builtInInstructionsHint")}
        autosize
        minRows={3}
        maxRows={20}
        dir="auto"
        {...form.getInputProps("instructions")}
      />
      <MultiSelect
        label={t("gather")}
        description={t("gatherHint")}
        placeholder={form.values.gather.length === 0 ? t("gatherNothing") : ""}
        data={CLIENT_FIELDS.map((field) => ({ value: field, label: fieldName(field, words) }))}
        clearable
        {...form.getInputProps("gather")}
      />
      <Switch
        label={t("clarify")}
        description={t("clarifyHint")}
        {...form.getInputProps("asksBack", { type: "checkbox" })}
      />
      <Switch
        label={t("handover")}
        description={t("handoverHint")}
        {...form.getInputProps("handsOver", { type: "checkbox" })}
      />
      <Stack gap="xs">
        <Switch
          label={t("tagging")}
          description={t("taggingHint")}
          {...form.getInputProps("tags", { type: "checkbox" })}
        />
        {form.values.tags ? (
          <MultiSelect
            aria-label={t("tags")}
            placeholder={tagNames.length === 0 ? t("chooseTags") : ""}
            data={[...new Set([...known, ...tagNames])]}
            searchable
            clearable
            nothingFoundMessage={t("noTag")}
            {...form.getInputProps("tagNames")}
          />
        ) : null}
      </Stack>
    </>
  );
}
