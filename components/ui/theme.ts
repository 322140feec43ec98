import {
  createTheme,
  mergeThemeOverrides,
  type CSSVariablesResolver,
  type MantineColorsTuple,
  type MantineThemeOverride,
} from "@mantine/core";

/** The library's shades of petrol. Its filled, light and outline variants come from `variables` below. */
const petrol: MantineColorsTuple = [
  "#e8f2f2",
  "#d9ebec",
  "#9fcbd0",
  "#6ac8d2",
  "#45a9b5",
  "#157b87",
  "#0b6a76",
  "#0a6470",
  "#09585f",
  "#074a51",
];

const red: MantineColorsTuple = [
  "#fcecea",
  "#f7d8d4",
  "#eeb9b2",
  "#ff9a8b",
  "#e06a59",
  "#cf4533",
  "#c5311f",
  "#b3261a",
  "#8f1d16",
  "#6b1510",
];

/** Neutral grays, slightly warm. */
const gray: MantineColorsTuple = [
  "#f9f8f6",
  "#f2f1ed",
  "#e8e6e0",
  "#d5d2ca",
  "#b5b1a7",
  "#8b877e",
  "#69665e",
  "#55524b",
  "#3a3832",
  "#1d1c1a",
];

const dark: MantineColorsTuple = [
  "#eceae6",
  "#b9b8b3",
  "#a09f9a",
  "#7d8588",
  "#3a4144",
  "#2c3234",
  "#222728",
  "#1b1f20",
  "#151819",
  "#101314",
];

const TITLE = { fontSize: "var(--fs-16)", fontWeight: 600 };

const look = createTheme({
  colors: { petrol, red, gray, dark },
  primaryColor: "petrol",
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.36,
  black: "#1d1c1a",
  fontFamily: "var(--font-sans)",
  fontFamilyMonospace: "var(--font-mono)",
  fontSizes: {
    xs: "var(--fs-12)",
    sm: "var(--fs-13)",
    md: "var(--fs-14)",
    lg: "var(--fs-16)",
    xl: "var(--fs-20)",
  },
  lineHeights: { xs: "1.35", sm: "1.5", md: "1.5", lg: "1.5", xl: "1.4" },
  spacing: { xs: "var(--s-2)", sm: "var(--s-3)", md: "var(--s-4)", lg: "var(--s-6)", xl: "var(--s-8)" },
  radius: {
    xs: "var(--r-xs)",
    sm: "var(--r-sm)",
    md: "var(--r-md)",
    lg: "var(--r-lg)",
    xl: "var(--r-bubble)",
  },
  shadows: {
    xs: "var(--shadow-1)",
    sm: "var(--shadow-2)",
    md: "var(--shadow-2)",
    lg: "var(--shadow-3)",
    xl: "var(--shadow-3)",
  },
  defaultRadius: "sm",
  // People who set reduced motion in their system get no animations.
  respectReducedMotion: true,
  headings: {
    fontWeight: "600",
    sizes: {
      h1: { fontSize: "var(--fs-20)", lineHeight: "var(--lh-20)" },
      h2: { fontSize: "var(--fs-16)", lineHeight: "var(--lh-16)" },
      h3: { fontSize: "var(--fs-14)", lineHeight: "var(--lh-14)" },
    },
  },
  focusRing: "auto",
  cursorType: "pointer",
  components: {
    Button: { defaultProps: { size: "sm" } },
    Badge: { defaultProps: { radius: "xs" }, styles: { root: { textTransform: "none", fontWeight: 500 } } },
    SegmentedControl: { defaultProps: { withItemsBorders: false } },
    Tooltip: { defaultProps: { openDelay: 250, withArrow: true } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, radius: "md", shadow: "md" } },
    Popover: { defaultProps: { radius: "md", shadow: "md" } },
    Modal: {
      defaultProps: { centered: true, radius: "lg", padding: "lg", shadow: "lg" },
      styles: { title: TITLE },
    },
    Drawer: { styles: { title: TITLE } },
    Anchor: { defaultProps: { underline: "always" } },
  },
});

/** The theme. Close buttons of dialogs and toasts are icons: `close` is their accessible name. */
export function themeOf(close: string): MantineThemeOverride {
  const defaultProps = { closeButtonProps: { "aria-label": close } };
  return mergeThemeOverrides(look, {
    components: { Modal: { defaultProps }, Drawer: { defaultProps }, Notification: { defaultProps } },
  });
}

/** What the library's own variables are in tokens.css, which has both themes. */
const OURS = {
  "--mantine-color-body": "var(--surface-2)",
  "--mantine-color-text": "var(--text-1)",
  "--mantine-color-bright": "var(--text-1)",
  "--mantine-color-dimmed": "var(--text-3)",
  "--mantine-color-placeholder": "var(--text-3)",
  "--mantine-color-anchor": "var(--accent-text)",
  "--mantine-color-error": "var(--danger-text)",
  "--mantine-color-default": "var(--surface-2)",
  "--mantine-color-default-hover": "color-mix(in srgb, var(--text-1) 5%, var(--surface-2))",
  "--mantine-color-default-color": "var(--text-1)",
  "--mantine-color-default-border": "var(--border-2)",
  "--mantine-color-disabled": "var(--surface-sunken)",
  "--mantine-color-disabled-color": "var(--text-off)",
  "--mantine-color-disabled-border": "var(--border-1)",
  "--mantine-color-petrol-filled": "var(--accent)",
  "--mantine-color-petrol-filled-hover": "var(--accent-hover)",
  "--mantine-color-petrol-light": "var(--accent-tint)",
  "--mantine-color-petrol-light-hover": "var(--accent-tint-2)",
  "--mantine-color-petrol-light-color": "var(--accent-text)",
  "--mantine-color-petrol-outline": "var(--accent-text)",
  "--mantine-color-petrol-text": "var(--accent-text)",
  "--mantine-color-red-filled": "var(--danger)",
  "--mantine-color-red-filled-hover": "var(--danger-text)",
  "--mantine-color-red-light": "var(--danger-tint)",
  "--mantine-color-red-light-color": "var(--danger-text)",
  "--mantine-color-red-outline": "var(--danger-text)",
  "--mantine-color-red-text": "var(--danger-text)",
  "--mantine-color-yellow-light": "var(--warning-tint)",
  "--mantine-color-yellow-light-color": "var(--warning-text)",
  "--mantine-color-green-light": "var(--success-tint)",
  "--mantine-color-green-light-color": "var(--success-text)",
  "--mantine-color-violet-light": "var(--ai-tint)",
  "--mantine-color-violet-light-color": "var(--ai-text)",
  "--mantine-color-gray-light": "var(--surface-sunken)",
  "--mantine-color-gray-light-color": "var(--text-2)",
  "--mantine-color-gray-text": "var(--text-2)",
};

export const variables: CSSVariablesResolver = () => ({
  variables: { "--bar-height": "60px", "--page-width": "960px" },
  light: OURS,
  dark: OURS,
});
