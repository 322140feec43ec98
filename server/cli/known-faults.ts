/**
 * Versions of packages with known holes or faults that matter here. A registry's own audit is not always there to be asked; what is
 * in package-lock.json is held against this list (dependencies.test.ts). Add a line when an advisory appears, and raise the package.
 */
export const KNOWN_FAULTS: { name: string; versions: string; why: string }[] = [
  { name: "next", versions: "<16.4.1", why: "CVE-2026-94482: server actions use up the processor; bypasses before it" },
  { name: "next-auth", versions: "<4.24.15", why: "CVE-2026-73420: addresses that look alike; CVE-2026-73418" },
  { name: "undici", versions: "<7.30.2 || >=8.0.0 <8.12.4", why: "CVE-2026-120415, CVE-2026-116630" },
  { name: "@modelcontextprotocol/sdk", versions: "<1.26.0", why: "CVE-2026-25536: answers of one client to another" },
  { name: "nodemailer", versions: "<7.0.7", why: "mail to another domain than the one that was written" },
  {
    name: "@escape.tech/graphql-armor-cost-limit",
    versions: "<2.4.2",
    why: "GHSA-733v-p3h5-qpq7: the limit is passed by",
  },
  { name: "ip-address", versions: "<10.3.1", why: "CVE-2026-54272" },
  { name: "pg-boss", versions: "<12.35.0", why: "attempts are not fenced: a lapsed worker ends another one's job" },
  { name: "jose", versions: "<4.15.5", why: "CVE-2024-28176: compressed tokens use up memory" },
  { name: "cookie", versions: "<0.7.0", why: "CVE-2024-47764: other fields set by a cookie's name" },
  { name: "ws", versions: "<5.2.4 || >=6.0.0 <6.2.3 || >=7.0.0 <7.5.10 || >=8.0.0 <8.17.1", why: "CVE-2024-37890" },
  { name: "nanoid", versions: "<3.3.8 || >=4.0.0 <5.0.9", why: "CVE-2024-55565: ids that can be foreseen" },
  { name: "semver", versions: "<5.7.2 || >=6.0.0 <6.3.1 || >=7.0.0 <7.5.2", why: "CVE-2022-25883" },
  { name: "braces", versions: "<3.0.3", why: "CVE-2024-4068" },
  { name: "micromatch", versions: "<4.0.8", why: "CVE-2024-4067" },
  { name: "cross-spawn", versions: "<6.0.6 || >=7.0.0 <7.0.5", why: "CVE-2024-21538" },
  { name: "form-data", versions: "<2.5.4 || >=3.0.0 <3.0.4 || >=4.0.0 <4.0.4", why: "CVE-2025-7783" },
  { name: "body-parser", versions: "<1.20.3", why: "CVE-2024-45590" },
  { name: "fast-xml-parser", versions: "<4.4.1", why: "CVE-2024-41818" },
  {
    name: "path-to-regexp",
    versions: "<0.1.12 || >=1.0.0 <1.9.0 || >=2.0.0 <3.3.0 || >=4.0.0 <6.3.0 || >=7.0.0 <8.0.0",
    why: "CVE-2024-45296, CVE-2024-52798",
  },
  { name: "postcss", versions: "<8.4.31", why: "CVE-2023-44270" },
];
