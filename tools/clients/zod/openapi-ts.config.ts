import type { UserConfig } from "@hey-api/openapi-ts";

const config: UserConfig = {
  input: "",
  output: "hey",
  plugins: ["@hey-api/client-fetch", { name: "zod", compatibilityVersion: 3 }, { name: "@hey-api/sdk", validator: true }],
};
export default config;
