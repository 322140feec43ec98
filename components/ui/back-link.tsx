"use client";

import { Anchor } from "@mantine/core";
import { IconArrowLeft } from "@tabler/icons-react";
import Link from "next/link";

/** A link back to the list, above a page's heading. */
export function BackLink({ href, label }: { href: string; label: string }) {
  return (
    <Anchor component={Link} href={href} size="sm" underline="hover">
      <IconArrowLeft size={14} aria-hidden style={{ verticalAlign: "-2px" }} /> {label}
    </Anchor>
  );
}
