// A program: PostGraphile over the tables of DATABASE_URL, with its usual preset and without its own web page.
import { createServer } from "node:http";
import { postgraphile } from "postgraphile";
import { makePgService } from "postgraphile/adaptors/pg";
import { grafserv } from "postgraphile/grafserv/node";
import { PostGraphileAmberPreset } from "postgraphile/presets/amber";

const preset = {
  extends: [PostGraphileAmberPreset],
  pgServices: [makePgService({ connectionString: process.env.DATABASE_URL, schemas: ["public"] })],
  grafserv: { graphiql: false, websockets: false, watch: false },
};
const serving = postgraphile(preset).createServ(grafserv);
const server = createServer();
await serving.addTo(server);
server.listen(0, "127.0.0.1", () => console.log(`listening at http://127.0.0.1:${server.address().port}`));
