import type { MetadataRoute } from "next";

/** Lets phones add the portal to the home screen. On iPhones, push notices work only from there. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Omnichannel",
    short_name: "Omnichannel",
    start_url: "/",
    display: "standalone",
    background_color: "#f2f1ed",
    theme_color: "#f2f1ed",
    icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}
