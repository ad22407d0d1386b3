// Swagger UI over our own OpenAPI description. A key typed into "Authorize" stays in the page's memory.
window.SwaggerUIBundle({
  url: "/v1/openapi.json",
  dom_id: "#swagger",
  deepLinking: true,
  defaultModelsExpandDepth: 0,
  docExpansion: "list",
  tryItOutEnabled: false,
  // No badge: it would send the description to a validator elsewhere.
  validatorUrl: null,
  persistAuthorization: false,
});
