"use client";

import { Button } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { ReactNode } from "react";

type Props = { isBusy: boolean; children: ReactNode };

/** Enabled once the page's scripts have loaded. Before that, submitting would reload the page and lose the input. */
export function SubmitButton({ isBusy, children }: Props) {
  const isMounted = useMounted();
  return (
    <Button type="submit" size="md" loading={isBusy} disabled={!isMounted} fullWidth>
      {children}
    </Button>
  );
}
