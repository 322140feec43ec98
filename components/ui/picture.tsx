import type { ReactNode } from "react";

/** What the drawings of empty and error states show. Their accent is what will be there, or what is wrong. */
const DRAWINGS = {
  answered: (
    <>
      <path d="M10 32 17 10a4 4 0 0 1 4-3h30a4 4 0 0 1 4 3l7 22v14a4 4 0 0 1-4 4H14a4 4 0 0 1-4-4z" />
      <path d="M10 32h14l4 7h16l4-7h14" />
      <path d="m29 20 5 5 9-10" {...accent()} />
    </>
  ),
  assistant: (
    <>
      <rect x="12" y="14" width="36" height="32" rx="8" />
      <path d="M24 27v5M36 27v5M25 39h10" />
      <path d="M56 6c.6 4.4 2.6 6.4 7 7-4.4.6-6.4 2.6-7 7-.6-4.4-2.6-6.4-7-7 4.4-.6 6.4-2.6 7-7z" {...accent()} />
    </>
  ),
  broadcast: (
    <>
      <rect x="8" y="10" width="34" height="24" rx="6" />
      <path d="M16 19h18M16 25h10M16 34v7l7-7" />
      <path d="M50 16h6M50 23h12M50 30h9" {...accent()} />
    </>
  ),
  broken: (
    <>
      <path d="M8 28h18M46 28h18" />
      <circle cx="31" cy="28" r="5" />
      <circle cx="41" cy="28" r="5" stroke="var(--danger)" />
      <path d="m50 14-5 5M50 42l-5-5M22 14l5 5M22 42l5-5" />
    </>
  ),
  channel: (
    <>
      <path d="M8 28h14M22 20v16h6a8 8 0 0 0 0-16z" />
      <path d="M64 28H50M50 20v16h-6a8 8 0 0 1 0-16z" />
      <path d="M32 8v4M36 6v6M40 8v4" {...accent()} />
    </>
  ),
  chart: (
    <>
      <path d="M12 8v40h48" />
      <path d="M21 40V30M31 40V22M41 40V26" />
      <path d="M51 40V14" {...accent()} />
    </>
  ),
  chats: (
    <>
      <path d="M14 8h28a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6H22l-8 7v-7a6 6 0 0 1-6-6V14a6 6 0 0 1 6-6z" />
      <path d="M54 20h4a6 6 0 0 1 6 6v12a6 6 0 0 1-6 6v6l-7-6H38a6 6 0 0 1-6-6" />
      <path d="M18 17h20M18 23h12" {...accent()} />
    </>
  ),
  list: (
    <>
      <rect x="12" y="8" width="48" height="40" rx="6" />
      <path d="M21 28h4M31 28h20M21 38h4M31 38h14" />
      <path d="M21 18h4M31 18h18" {...accent()} />
    </>
  ),
  locked: (
    <>
      <rect x="20" y="25" width="32" height="24" rx="6" />
      <path d="M27 25v-7a9 9 0 0 1 18 0v7" />
      <path d="M36 34v6" {...accent()} />
    </>
  ),
  mail: (
    <>
      <rect x="10" y="12" width="52" height="34" rx="6" />
      <path d="m12 16 24 18 24-18" {...accent()} />
    </>
  ),
  nothingFound: (
    <>
      <rect x="12" y="8" width="48" height="40" rx="6" />
      <path d="M12 18h48" />
      <circle cx="34" cy="32" r="6" {...accent()} />
      <path d="m39 37 5 5" {...accent()} />
    </>
  ),
  people: (
    <>
      <circle cx="28" cy="19" r="8" />
      <path d="M12 46c0-8.5 7-14 16-14s16 5.5 16 14z" />
      <path d="M54 16v12M48 22h12" {...accent()} />
    </>
  ),
  phone: (
    <>
      <rect x="22" y="5" width="28" height="46" rx="6" />
      <path d="M33 44h6" />
      <path d="M28 14h12M28 20h8M36 30h8" {...accent()} />
    </>
  ),
  program: (
    <>
      <rect x="10" y="8" width="52" height="40" rx="6" />
      <path d="M10 18h52" />
      <path d="m26 26-6 6 6 6M46 26l6 6-6 6M39 25l-6 14" {...accent()} />
    </>
  ),
} satisfies Record<string, ReactNode>;

export type PictureName = keyof typeof DRAWINGS;

/** A line drawing, 72 × 56 px, beside words that say the same. */
export function Picture({ name }: { name: PictureName }) {
  return (
    <svg
      viewBox="0 0 72 56"
      width={72}
      height={56}
      fill="none"
      stroke="currentColor"
      strokeWidth={1.5}
      strokeLinejoin="round"
      strokeLinecap="round"
      aria-hidden
    >
      {DRAWINGS[name]}
    </svg>
  );
}

function accent() {
  return { stroke: "var(--accent-text)", strokeWidth: 2 };
}
