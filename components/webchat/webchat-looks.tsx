"use client";

import {
  Button,
  ColorInput,
  Group,
  SegmentedControl,
  Stack,
  TagsInput,
  Text,
  Textarea,
  TextInput,
} from "@mantine/core";
import { useForm } from "@mantine/form";
import { useTranslations } from "next-intl";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { COLOUR_SCHEMES } from "../ui/colour-schemes.ts";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { isColour, isOrigin, looksOf, type Looks } from "./looks.ts";
import { patchWebchat, type Webchat } from "./queries.ts";
import { useWebchatChange } from "./use-webchat-change.ts";
import classes from "./webchat.module.css";
import { WebchatPreview } from "./webchat-preview.tsx";

const SWATCHES = ["#0b6a76", "#2563eb", "#7c3aed", "#be185d", "#c2410c", "#a16207", "#334155", "#111827"];
const POSITIONS = ["right", "left"] as const;

/** The chat's appearance and allowed sites, with a live preview in the real chat. */
export function WebchatLooks({ settings }: { settings: Webchat }) {
  const t = useTranslations("webchat.looks");
  const tColours = useTranslations("ui.colours");
  const workspaceId = useWorkspaceId();
  const { integrationId } = settings;
  const form = useForm<Looks>({
    initialValues: looksOf(settings),
    validateInputOnBlur: true,
    validate: {
      color: (color) => (isColour(color) ? null : t("colourWrong")),
      allowedOrigins: (origins) => refusedOrigin(t, origins),
    },
  });
  const save = useWebchatChange((looks: Looks) => patchWebchat({ workspaceId, integrationId, settings: looks }));
  const submit = (looks: Looks) =>
    save.mutate(looks, {
      onSuccess: (saved) => {
        const values = looksOf(saved);
        form.setInitialValues(values);
        form.setValues(values);
        done(t("saved"));
      },
      onError: (error) => form.setErrors(fieldErrors(error, Object.keys(looks))),
    });
  return (
    <Panel title={t("title")} description={t("description")}>
      <div className={classes.columns}>
        <form onSubmit={form.onSubmit(submit)}>
          <Stack gap="md">
            <FormProblem>{form.errors.form}</FormProblem>
            <TextInput
              label={t("chatTitle")}
              description={t("ownWords")}
              placeholder={t("titleExample")}
              {...form.getInputProps("title")}
            />
            <Textarea
              label={t("greeting")}
              description={t("greetingHint")}
              placeholder={t("greetingExample")}
              autosize
              minRows={2}
              maxRows={5}
              {...form.getInputProps("greeting")}
            />
            <TextInput label={t("offline")} placeholder={t("offlineExample")} {...form.getInputProps("offlineText")} />
            <TextInput label={t("launcher")} description={t("launcherHint")} {...form.getInputProps("launcherText")} />
            <ColorInput
              label={t("colour")}
              description={t("colourHint")}
              format="hex"
              swatches={SWATCHES}
              {...form.getInputProps("color")}
            />
            <Group gap="xl" align="flex-start">
              <Choice
                label={t("theme")}
                data={COLOUR_SCHEMES.map((value) => ({ value, label: tColours(value) }))}
                {...form.getInputProps("theme")}
              />
              <Choice
                label={t("position")}
                data={POSITIONS.map((value) => ({ value, label: t(value) }))}
                {...form.getInputProps("position")}
              />
            </Group>
            <TagsInput
              label={t("sites")}
              description={t("sitesHint")}
              placeholder={form.values.allowedOrigins.length === 0 ? "https://shop.example" : ""}
              splitChars={[",", " ", ";"]}
              acceptValueOnBlur
              {...form.getInputProps("allowedOrigins")}
            />
            <Group justify="flex-end">
              <Button variant="default" disabled={!form.isDirty()} onClick={form.reset}>
                {t("undo")}
              </Button>
              <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
                {t("save")}
              </Button>
            </Group>
          </Stack>
        </form>
        <WebchatPreview integrationId={integrationId} looks={form.values} />
      </div>
    </Panel>
  );
}

/** A message about the first invalid site. null: all are valid. */
function refusedOrigin(t: ReturnType<typeof useTranslations<"webchat.looks">>, origins: string[]): string | null {
  const wrong = origins.find((origin) => !isOrigin(origin));
  return wrong === undefined ? null : t("siteWrong", { text: wrong.trim() });
}

type ChoiceProps = {
  label: string;
  data: readonly { value: string; label: string }[];
  value?: string;
  onChange: (value: string) => void;
};

function Choice({ label, data, value, onChange }: ChoiceProps) {
  return (
    <div>
      <Text size="sm" fw={500} mb={4} aria-hidden>
        {label}
      </Text>
      <SegmentedControl
        aria-label={label}
        data={data.map((option) => ({ ...option }))}
        value={value ?? ""}
        onChange={onChange}
      />
    </div>
  );
}
