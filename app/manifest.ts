import type { MetadataRoute } from "next";

/** Lets phones keep the portal on their home screen; those of Apple's tell notices of a closed portal from there only. */
export default function manifest(): MetadataRoute.Manifest {
  return {
    name: "Omnichannel",
    short_name: "Omnichannel",
    start_url: "/",
    display: "standalone",
    background_color: "#f5f6f5",
    theme_color: "#f5f6f5",
    icons: [{ src: "/icon.svg", sizes: "any", type: "image/svg+xml" }],
  };
}
