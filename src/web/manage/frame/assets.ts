/** The files of the management page. It serves its own, because it may be at another host than the public pages. */
import { readAssets } from "../../frame/assets.ts";

export const manageAssetNames = ["base.css", "manage.css", "site.js", "icon.svg"] as const;

export const manageAssets = readAssets(manageAssetNames);
