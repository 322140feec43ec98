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
import { useWorkspaceId } from "../shell/workspace.tsx";
import { COLOUR_SCHEMES } from "../ui/colour-schemes.ts";
import { fieldErrors } from "../ui/form-errors.ts";
import { FormProblem } from "../ui/form-problem.tsx";
import { Panel } from "../ui/panel.tsx";
import { done } from "../ui/toasts.tsx";
import { isColour, looksOf, originProblem } from "./looks.ts";
import type { Looks } from "./looks.ts";
import { patchWebchat } from "./queries.ts";
import type { Webchat } from "./queries.ts";
import { useWebchatChange } from "./use-webchat-change.ts";
import classes from "./webchat.module.css";
import { WebchatPreview } from "./webchat-preview.tsx";

const SWATCHES = ["#0f6f5d", "#2563eb", "#7c3aed", "#be185d", "#c2410c", "#a16207", "#334155", "#111827"];
const POSITIONS = [
  { value: "right", label: "Right" },
  { value: "left", label: "Left" },
];
const OWN_WORDS = "Left empty, the chat says it in the visitor’s language";

/** How the chat looks and where it may stand, with the real chat beside it, following as you type. */
export function WebchatLooks({ settings }: { settings: Webchat }) {
  const workspaceId = useWorkspaceId();
  const { integrationId } = settings;
  const form = useForm<Looks>({
    initialValues: looksOf(settings),
    validateInputOnBlur: true,
    validate: {
      color: (color) => (isColour(color) ? null : "A colour like #0f6f5d"),
      allowedOrigins: (origins) => origins.map(originProblem).find((problem) => problem !== null) ?? null,
    },
  });
  const save = useWebchatChange((looks: Looks) => patchWebchat({ workspaceId, integrationId, settings: looks }));
  const submit = (looks: Looks) =>
    save.mutate(looks, {
      onSuccess: (saved) => {
        const values = looksOf(saved);
        form.setInitialValues(values);
        form.setValues(values);
        done("The web chat has its new look");
      },
      onError: (error) => form.setErrors(fieldErrors(error, Object.keys(looks))),
    });
  return (
    <Panel title="Looks" description="What visitors see. The preview is the chat itself and follows as you type.">
      <div className={classes.columns}>
        <form onSubmit={form.onSubmit(submit)}>
          <Stack gap="md">
            <FormProblem>{form.errors.form}</FormProblem>
            <TextInput
              label="Title"
              description={OWN_WORDS}
              placeholder="Chat with us"
              {...form.getInputProps("title")}
            />
            <Textarea
              label="Greeting"
              description="Stands above the first message"
              placeholder="Hello! How can we help you?"
              autosize
              minRows={2}
              maxRows={5}
              {...form.getInputProps("greeting")}
            />
            <TextInput
              label="While nobody is online"
              placeholder="We are away – we answer as soon as we are back"
              {...form.getInputProps("offlineText")}
            />
            <TextInput
              label="Words on the button"
              description="Left empty, the button is a round one without words"
              {...form.getInputProps("launcherText")}
            />
            <ColorInput
              label="Colour"
              description="Text on it is black or white, whichever can be read"
              format="hex"
              swatches={SWATCHES}
              {...form.getInputProps("color")}
            />
            <Group gap="xl" align="flex-start">
              <Choice label="Theme" data={COLOUR_SCHEMES} {...form.getInputProps("theme")} />
              <Choice label="Corner of the page" data={POSITIONS} {...form.getInputProps("position")} />
            </Group>
            <TagsInput
              label="Sites that may show it"
              description="None: any site. One label may be left open, like https://*.shop.example"
              placeholder={form.values.allowedOrigins.length === 0 ? "https://shop.example" : ""}
              splitChars={[",", " ", ";"]}
              acceptValueOnBlur
              {...form.getInputProps("allowedOrigins")}
            />
            <Group justify="flex-end">
              <Button variant="default" disabled={!form.isDirty()} onClick={form.reset}>
                Undo changes
              </Button>
              <Button type="submit" disabled={!form.isDirty()} loading={save.isPending}>
                Save looks
              </Button>
            </Group>
          </Stack>
        </form>
        <WebchatPreview integrationId={integrationId} looks={form.values} />
      </div>
    </Panel>
  );
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
