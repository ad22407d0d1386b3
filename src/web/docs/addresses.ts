/**
 * The addresses of the docs, without what stands there. A server knows them from its start on; what renders the pages is
 * loaded when somebody reads one.
 */
import { docsGroups, docsPages, referencePath, twinPath } from "./pages.ts";
import type { OpenApi } from "./reference/open-api.ts";

/** The pages of the navigation, by group. */
export type NavGroup = { readonly title: string; readonly pages: readonly NavPage[] };

/** Paths of the API are set like code. */
export type NavPage = { readonly path: string; readonly title: string; readonly isCode: boolean };

export type EndpointAddress = {
  /** Such as `/v1/games/{game_id}`. */
  readonly path: string;
  readonly tag: string;
  /** Of its page. */
  readonly page: string;
};

/** The address of an endpoint's page: `/v1/games/{game_id}` is at `/docs/reference/games-game-id`. */
export function pageOfEndpoint(path: string): string {
  const words = path.replace(/^\/v1(?=\/)/, "").match(/[a-z0-9]+/g) ?? [];
  return `${referencePath}/${words.join("-")}`;
}

/** The endpoints of the document, by its tags. */
export function endpointAddresses({ tags, paths }: OpenApi): readonly EndpointAddress[] {
  const all = Object.entries(paths).map(([path, { get }]) => ({
    path,
    tag: get.tags[0] ?? "",
    page: pageOfEndpoint(path),
  }));
  return tags.flatMap(({ name }) => all.filter(({ tag }) => tag === name));
}

/** The pages in the order of the navigation. */
export function pagePaths(endpoints: readonly EndpointAddress[]): readonly string[] {
  return [...docsPages.map(({ path }) => path), ...endpoints.map(({ page }) => page)];
}

export const llmsPath = "/llms.txt";

/** Every address of a file: pages and their Markdown. */
export function filePaths(endpoints: readonly EndpointAddress[]): readonly string[] {
  const ofPages = pagePaths(endpoints).flatMap((path) => [path, twinPath({ path })]);
  return [...ofPages, llmsPath];
}

export function navOf(endpoints: readonly EndpointAddress[]): readonly NavGroup[] {
  const ofEndpoints = endpoints.map(({ path, page }) => ({ path: page, title: path, isCode: true }));
  return docsGroups.map((title) => ({
    title,
    pages: [
      ...docsPages
        .filter(({ group }) => group === title)
        .map((page) => ({ path: page.path, title: page.title, isCode: false })),
      ...(title === "Reference" ? ofEndpoints : []),
    ],
  }));
}
