"use client";

import { Button } from "@mantine/core";
import { useMounted } from "@mantine/hooks";
import type { ReactNode } from "react";

type Props = { isBusy: boolean; children: ReactNode };

/** Sends a form, once the page's scripts are there: before, the browser would load the page again and lose what was written. */
export function SubmitButton({ isBusy, children }: Props) {
  const isMounted = useMounted();
  return (
    <Button type="submit" size="md" loading={isBusy} disabled={!isMounted} fullWidth>
      {children}
    </Button>
  );
}
