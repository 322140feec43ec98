"use client";

import { Group, Modal, PasswordInput, Select, Stack, Switch, Text, TextInput } from "@mantine/core";
import { isNotEmpty, useForm } from "@mantine/form";
import { randomId } from "@mantine/hooks";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { CopyField } from "../ui/copy.tsx";
import { FieldGroup } from "../ui/field-group.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { AddButton, RemoveButton } from "../ui/row-buttons.tsx";
import { SaveForm } from "../ui/save-form.tsx";
import { done } from "../ui/toasts.tsx";
import { saveSsoDomain, ssoDomainsQuery, type SsoDomain } from "./sso-queries.ts";
import { GIVEN_ROLES } from "../settings/team-roles.ts";

type Role = SsoDomain["defaultRole"];
type Props = {
  /** The domain to edit, or "new" to add one. null: closed. */
  domain: SsoDomain | "new" | null;
  onClose: () => void;
};

export function SsoDialog({ domain, onClose }: Props) {
  const t = useTranslations("settings.sso");
  const before = domain === "new" ? null : domain;
  return (
    <Modal
      opened={domain !== null}
      onClose={onClose}
      title={before ? t("editTitle", { domain: before.domain }) : t("addTitle")}
      size="lg"
    >
      {domain ? <SsoForm before={before} onClose={onClose} /> : null}
    </Modal>
  );
}

const FIELDS = ["domain", "issuer", "clientId", "clientSecret", "defaultRole", "roleClaim", "isRequired"] as const;

function SsoForm({ before, onClose }: { before: SsoDomain | null; onClose: () => void }) {
  const t = useTranslations("settings.sso");
  const roleNames = useTranslations("shell.roles");
  const workspaceId = useWorkspaceId();
  const cache = useQueryClient();
  const roles = GIVEN_ROLES.map((role) => ({ value: role, label: roleNames(role) }));
  const form = useForm({
    initialValues: {
      domain: before?.domain ?? "",
      issuer: before?.issuer ?? "",
      clientId: before?.clientId ?? "",
      clientSecret: "",
      defaultRole: before?.defaultRole ?? ("AGENT" as Role),
      roleClaim: before?.roleClaim ?? "",
      rules: (before?.roles ?? []).map((rule) => ({ id: randomId(), ...rule })),
      isRequired: before?.isRequired ?? false,
    },
    validate: {
      domain: isNotEmpty(t("domainMissing")),
      issuer: isNotEmpty(t("issuerMissing")),
      clientId: isNotEmpty(t("clientIdMissing")),
    },
  });
  const { values } = form;
  const save = useMutation({
    mutationFn: ({ rules, clientSecret, roleClaim, ...given }: typeof values) =>
      saveSsoDomain({
        ...{ workspaceId, ...given },
        roleClaim: roleClaim.trim() || null,
        clientSecret: clientSecret || null,
        roles: roleClaim.trim() ? rules.map(({ value, role }) => ({ value, role })) : [],
      }),
    onSuccess: () => {
      done(t("saved", { domain: values.domain }));
      void cache.invalidateQueries({ queryKey: ssoDomainsQuery(workspaceId).queryKey });
      onClose();
    },
    onError: (error) => form.setErrors(fieldErrors(error, FIELDS)),
  });
  // As the service will keep it.
  const domain = URL.parse(`http://${values.domain.trim().replace(/^@/, "")}`)?.hostname ?? "";
  const changeRule = (id: string, part: { value?: string; role?: Role }) =>
    form.setFieldValue(
      "rules",
      values.rules.map((rule) => (rule.id === id ? { ...rule, ...part } : rule)),
    );
  return (
    <SaveForm
      problem={form.errors.form}
      onSubmit={form.onSubmit((given) => save.mutate(given))}
      submit={before ? t("save") : t("add")}
      isBusy={save.isPending}
      onCancel={onClose}
    >
      <TextInput
        label={t("domain")}
        description={t("domainHint")}
        placeholder="example.com"
        readOnly={before !== null}
        data-autofocus
        {...form.getInputProps("domain")}
      />
      {domain ? (
        <Stack gap="xs">
          <Text size="sm">{t("uris")}</Text>
          <CopyField
            label={t("redirect")}
            text={before?.redirectUri ?? `${window.location.origin}/api/auth/callback/sso-${domain}`}
          />
          <CopyField
            label={t("logout")}
            text={before?.logoutUri ?? `${window.location.origin}/api/sso/${domain}/logout`}
          />
        </Stack>
      ) : null}
      <TextInput
        label={t("issuer")}
        description={t("issuerHint")}
        placeholder="https://login.example.com"
        type="url"
        {...form.getInputProps("issuer")}
      />
      <TextInput label={t("clientId")} autoComplete="off" {...form.getInputProps("clientId")} />
      <PasswordInput
        label={t("clientSecret")}
        description={before ? t("secretKept") : t("secretHint")}
        autoComplete="off"
        {...form.getInputProps("clientSecret")}
      />
      <Select
        label={t("defaultRole")}
        description={t("defaultRoleHint")}
        data={roles}
        allowDeselect={false}
        {...form.getInputProps("defaultRole")}
      />
      <TextInput
        label={t("roleClaim")}
        description={t("roleClaimHint")}
        placeholder="groups"
        {...form.getInputProps("roleClaim")}
      />
      {values.roleClaim.trim() ? (
        <FieldGroup legend={t("rules")}>
          {values.rules.map(({ id, value, role }, index) => (
            <Group key={id} gap="xs" wrap="nowrap">
              <TextInput
                aria-label={t("rule", { number: index + 1 })}
                value={value}
                onChange={(event) => changeRule(id, { value: event.currentTarget.value })}
                flex={3}
              />
              <Select
                aria-label={t("ruleRole", { number: index + 1 })}
                data={roles}
                allowDeselect={false}
                value={role}
                onChange={(chosen) => (chosen ? changeRule(id, { role: chosen }) : undefined)}
                flex={2}
              />
              <RemoveButton
                aria-label={t("removeRule", { name: value || index + 1 })}
                onClick={() =>
                  form.setFieldValue(
                    "rules",
                    values.rules.filter((rule) => rule.id !== id),
                  )
                }
              />
            </Group>
          ))}
          <AddButton
            onClick={() =>
              form.setFieldValue("rules", [...values.rules, { id: randomId(), value: "", role: "AGENT" as Role }])
            }
          >
            {t("addRule")}
          </AddButton>
        </FieldGroup>
      ) : null}
      {before ? (
        <Switch
          label={t("required")}
          description={before.lastSignInAt ? t("requiredHint") : t("requiredLater")}
          disabled={!before.lastSignInAt}
          {...form.getInputProps("isRequired", { type: "checkbox" })}
        />
      ) : null}
    </SaveForm>
  );
}
