"use client";

import type { TemplateContact } from "./contact-fields.ts";
import { TemplateFieldInput } from "./template-field-input.tsx";
import { templateFields, type FieldProblem, type TemplateValues } from "./template-fields.ts";
import type { TemplateParts } from "./template-definition.ts";
import classes from "./templates.module.css";

type Props = {
  parts: TemplateParts;
  values: TemplateValues;
  onChange: (values: TemplateValues) => void;
  problems: Readonly<Record<string, FieldProblem>>;
  isStrict: boolean;
  /** The contact whose values the field menu shows. null: no specific contact. */
  contact: TemplateContact | null;
};

/** The inputs for a template's fields, in the phone's order. */
export function TemplateForm({ parts, values, onChange, problems, isStrict, contact }: Props) {
  return templateFields(parts).map((field) => (
    <div key={field.key} className={classes.fields}>
      <TemplateFieldInput
        field={field}
        value={values[field.key] ?? ""}
        onChange={(value) => onChange({ ...values, [field.key]: value })}
        problem={problems[field.key] ?? null}
        isStrict={isStrict}
        contact={contact}
      />
    </div>
  ));
}
