// Shows the contract that the service itself serves; nothing is asked of any other host.
window.addEventListener("DOMContentLoaded", () => {
  window.ui = SwaggerUIBundle({
    url: "/openapi.json",
    dom_id: "#contract",
    deepLinking: true,
    tryItOutEnabled: true,
    validatorUrl: null,
    defaultModelsExpandDepth: 0,
    docExpansion: "list",
  });
});
