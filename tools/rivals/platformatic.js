// A program: Platformatic DB over the tables of DATABASE_URL, with nothing but its REST API.
import { create } from "@platformatic/db";

const application = await create(import.meta.dirname, {
  server: { hostname: "127.0.0.1", port: 0, logger: { level: "error" } },
  db: {
    connectionString: process.env.DATABASE_URL,
    openapi: true,
    graphql: false,
    limit: { default: 100, max: 1000 },
  },
  watch: false,
});
await application.start({ listen: true });
console.log(`listening at ${new URL(application.getUrl()).origin}`);
