"use client";

import { MultiSelect, NumberInput, Stack, Switch, Text, Textarea, TextInput } from "@mantine/core";
import type { UseFormReturnType } from "@mantine/form";
import { useQuery } from "@tanstack/react-query";
import { HeaderFields } from "../developers/header-fields.tsx";
import { tagsQuery } from "../settings/queries.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import type { PropertyValues } from "./properties.ts";
import type { Assistant } from "./queries.ts";
import { FIELD_NAMES } from "./client-fields.ts";
import { SecretInput } from "./secret-input.tsx";

type Form = UseFormReturnType<PropertyValues>;

const GATHERED = Object.entries(FIELD_NAMES).map(([value, label]) => ({ value, label }));

/** Everything that a type of assistant is set by, its sources apart. */
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
  return (
    <SecretInput
      // A key that was replaced is shown as the stored one again.
      key={form.getInitialValues().storedKey}
      label="Key"
      description={description}
      stored={form.values.storedKey}
      value={form.values.apiKey}
      onChange={(key) => form.setFieldValue("apiKey", key)}
      error={form.errors.apiKey}
    />
  );
}

function ModelFields({ form }: { form: Form }) {
  return (
    <>
      <KeyField
        form={form}
        description="Of the provider, or of your own server. Kept encrypted, and never shown again."
      />
      <TextInput
        label="Model"
        description="As the provider calls it"
        withAsterisk
        spellCheck={false}
        {...form.getInputProps("model")}
      />
      <TextInput
        label="Base address"
        description="Of any OpenAI-compatible server, with its version. Empty: OpenAI's own"
        placeholder="https://api.openai.com/v1"
        type="url"
        spellCheck={false}
        {...form.getInputProps("baseUrl")}
      />
      <Textarea
        label="Instructions"
        description="Who it is, what it knows, what it must not do. Tell it to answer #HANDOVER# when a person should take over, and #END# when nothing is left to say: both are cut out of what the customer reads."
        autosize
        minRows={5}
        maxRows={20}
        dir="auto"
        {...form.getInputProps("instructions")}
      />
      <NumberInput
        label="Temperature"
        description="From 0, the same again and again, to 2, wild. Empty: the provider's own"
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
  return (
    <>
      <KeyField form={form} description="Of the Pinecone project. Kept encrypted, and never shown again." />
      <TextInput
        label="Assistant's name"
        description="As it is called at Pinecone; name:model chooses the model that writes"
        withAsterisk
        spellCheck={false}
        {...form.getInputProps("model")}
      />
      <TextInput
        label="Base address"
        description="Of the control plane, or of the assistant's own host. Empty: Pinecone's own"
        type="url"
        spellCheck={false}
        {...form.getInputProps("baseUrl")}
      />
    </>
  );
}

function EndpointFields({ form }: { form: Form }) {
  return (
    <>
      <TextInput
        label="Endpoint"
        description="Is sent the conversation as JSON, and answers what the customer is to read"
        placeholder="https://example.com/answers"
        withAsterisk
        type="url"
        spellCheck={false}
        {...form.getInputProps("endpoint")}
      />
      <HeaderFields rows={form.values.headers} onChange={(rows) => form.setFieldValue("headers", rows)} />
      {form.errors.headers ? (
        <Text size="xs" c="var(--bad)" role="alert">
          {form.errors.headers}
        </Text>
      ) : null}
    </>
  );
}

function BuiltInFields({ form }: { form: Form }) {
  const tags = useQuery(tagsQuery(useWorkspaceId())).data ?? [];
  const { tagNames } = form.values;
  const known = tags.filter(({ type }) => ["conv", "conversation", "common"].includes(type)).map(({ tag }) => tag);
  return (
    <>
      <Textarea
        label="Instructions"
        description="Tone, length, what to avoid: followed where a model writes the answers. Without one they are your sources' own words."
        autosize
        minRows={3}
        maxRows={20}
        dir="auto"
        {...form.getInputProps("instructions")}
      />
      <MultiSelect
        label="May ask for"
        description="What is missing in the customer's profile is asked for, and filled in from what they say"
        placeholder={form.values.gather.length === 0 ? "Nothing" : ""}
        data={GATHERED}
        clearable
        {...form.getInputProps("gather")}
      />
      <Switch
        label="May hand over to a person"
        description="When nothing in its sources fits, or the customer asks for somebody. Off, it says that it does not know."
        {...form.getInputProps("handsOver", { type: "checkbox" })}
      />
      <Stack gap="xs">
        <Switch
          label="May tag conversations"
          description="Only with the tags that you allow here"
          {...form.getInputProps("tags", { type: "checkbox" })}
        />
        {form.values.tags ? (
          <MultiSelect
            aria-label="Tags it may apply"
            placeholder={tagNames.length === 0 ? "Choose tags" : ""}
            data={[...new Set([...known, ...tagNames])]}
            searchable
            clearable
            nothingFoundMessage="No tag of that name; tags are made in the settings"
            {...form.getInputProps("tagNames")}
          />
        ) : null}
      </Stack>
    </>
  );
}
