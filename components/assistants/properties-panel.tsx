"use client";

import { Stack } from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent, useState } from "react";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import {
  changedProperties,
  PROPERTY_FIELDS,
  propertyProblems,
  readProperties,
  type PropertyValues,
} from "./properties.ts";
import { PropertyFields } from "./property-fields.tsx";
import type { Assistant } from "./queries.ts";
import { SaveButtons } from "./save-buttons.tsx";
import { useSaveProperties, type Target } from "./save-properties.ts";
import { basisOf } from "./sources.ts";

/** An assistant's properties, saved live or to its draft. */
export function PropertiesPanel({ assistant }: { assistant: Assistant }) {
  const t = useTranslations("assistants");
  const { type } = assistant;
  const basis = basisOf(assistant);
  const form = useForm<PropertyValues>({
    initialValues: readProperties(basis),
    validate: (values) => propertyProblems(type, values, t),
  });
  const save = useSaveProperties(assistant);

  const [saves, setSaves] = useState(0);

  // Show saved changes from here or elsewhere, unless they would overwrite what the person is typing.
  const basisText = JSON.stringify(basis);
  const showBasis = useEffectEvent(() => {
    if (form.isDirty()) return;
    const values = readProperties(basis);
    form.setValues(values);
    form.resetDirty(values);
  });
  useEffect(() => showBasis(), [basisText, saves]);

  const submit = (target: Target) => (values: PropertyValues) => {
    const properties = changedProperties(type, form.getInitialValues(), values);
    save.mutate(
      { properties, target },
      {
        onSuccess: () => {
          form.resetDirty(values);
          setSaves((count) => count + 1);
        },
        onError: (error) => form.setErrors(fieldErrors(error, PROPERTY_FIELDS)),
      },
    );
  };
  return (
    <Panel title={type === "builtIn" ? t("properties.titleBuiltIn") : t("properties.title")}>
      <form onSubmit={form.onSubmit(submit("draft"))} noValidate autoComplete="off">
        <Stack gap="md">
          <FormProblem>{form.errors.form}</FormProblem>
          <PropertyFields type={type} form={form} />
          <SaveButtons
            assistant={assistant}
            isDisabled={!form.isDirty()}
            saving={save.isPending ? save.variables.target : null}
            onLive={() => form.onSubmit(submit("live"))()}
          />
        </Stack>
      </form>
    </Panel>
  );
}
