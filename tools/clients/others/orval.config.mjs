export default {
  api: {
    input: "openapi.yaml",
    output: { target: "out/orval/api.ts", schemas: "out/orval/model", client: "fetch", mode: "single" },
  },
};
