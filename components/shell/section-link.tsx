"use client";

import Link from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type Props = ComponentProps<typeof Link> & { href: string };

/** A link to a section, prefetched on hover or focus. Prefetching all at once would delay the first list. */
export function SectionLink({ onPointerEnter, onFocus, ...link }: Props) {
  const router = useRouter();
  return (
    <Link
      {...link}
      prefetch={false}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        router.prefetch(link.href);
      }}
      onFocus={(event) => {
        onFocus?.(event);
        router.prefetch(link.href);
      }}
    />
  );
}
