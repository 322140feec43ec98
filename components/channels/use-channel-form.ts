"use client";

import { useForm } from "@mantine/form";
import type { Json } from "../graphql/graphql.ts";
import { useWorkspaceId } from "../shell/workspace.tsx";
import { fieldErrors } from "../ui/form-errors.ts";
import { patchChannel, type Channel } from "./queries.ts";
import { useChannelChange } from "./use-channel-change.ts";

/** A form for some properties of a channel. `read` fills it, `patch` makes the update from its values. */
export function useChannelForm<Values extends Record<string, unknown>>(
  channel: Channel,
  read: (properties: Json) => Values,
  patch: (values: Values) => Json,
  onSaved: () => void,
) {
  const workspaceId = useWorkspaceId();
  const form = useForm<Values>({ initialValues: read(channel.properties) });
  const save = useChannelChange((values: Values) =>
    patchChannel({ workspaceId, id: channel.id, properties: patch(values) }),
  );
  const submit = (values: Values) =>
    save.mutate(values, {
      onSuccess: () => {
        form.resetDirty();
        onSaved();
      },
      onError: (error) => form.setErrors(fieldErrors(error, Object.keys(values))),
    });
  return {
    form,
    /** Props for `SaveForm`. */
    saving: {
      problem: form.errors.form,
      onSubmit: form.onSubmit(submit),
      isBusy: save.isPending,
      isDisabled: !form.isDirty(),
    },
  };
}
