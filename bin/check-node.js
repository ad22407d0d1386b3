// Goes before npm's scripts that run TypeScript: an old Node would fail at them in words that help nobody.
import { isNewEnough, neededNode } from "./own-node.js";

if (!isNewEnough) {
  console.error(neededNode());
  process.exit(1);
}
