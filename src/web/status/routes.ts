/** `/status`: how new the data is, for everybody. */
import { type PageSite, page, type Visit } from "../frame/recipe.ts";
import { statusBody, statusDescription } from "./page.ts";
import { readStatus, type StatusShelf } from "./read.ts";

/** Revisions are read from the database. However many people ask, that is done four times a minute at the most. */
const keptForMs = 15_000;

type StatusSite = PageSite & { readonly shelf: StatusShelf; readonly nowMs?: () => number };

export const statusPage = page({
  at: "/status",
  isLimited: false,
  read({ site: { nowMs = Date.now } }: Visit<StatusSite>) {
    const now = nowMs();
    return { now, key: String(Math.floor(now / keptForMs)), maxAgeS: keptForMs / 1000 };
  },
  draw: async ({ now }, { site }) => ({
    title: "Status of the data - Gradeline",
    description: statusDescription,
    current: "/status",
    width: "wide",
    styles: ["data.css"],
    body: statusBody(await readStatus(site.shelf), now),
  }),
});
