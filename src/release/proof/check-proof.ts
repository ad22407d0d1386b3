/** Goes through every manifest, head, key and signature, and names what is not as it was written. */
import type { Kysely } from "kysely";
import { tablesOf } from "../../database/engine.ts";
import type { AnyTables } from "../../database/names.ts";
import type { ReleaseTables } from "../tables.ts";
import { type KeyRow, readManifestKeys, statementOf } from "./manifest-keys.ts";
import { type FileManifest, type Head, headLine, headsText, sha256Of } from "./manifest-text.ts";
import { wrongSignatures } from "./signatures.ts";

type ManifestRow = ReleaseTables["file_manifests"];

/** What is known of the rows before. A damage is named where it is, and not once more at each row that follows. */
type Before = {
  /** Null: there is none. */
  readonly archive: string | null;
  /** The SHA-256 of the head, and of the manifest that it names; null where the head may be damaged, so that nobody knows. */
  readonly headSha256: string | null;
  readonly manifestSha256: string | null;
  readonly heads: string;
  readonly areHeadsWhole: boolean;
  /** The place of the key that signed last: no earlier one signs again. */
  readonly keyPlace: number;
};

const nothing: Before = {
  archive: null,
  manifestSha256: null,
  headSha256: null,
  heads: "",
  areHeadsWhole: true,
  keyPlace: 0,
};

/** What is missing at the end of the table nothing here can tell: whoever kept a head can. */
export async function damagesOfProof(connection: Kysely<AnyTables>): Promise<readonly string[]> {
  const keys = await readManifestKeys(connection);
  const damages = keys.flatMap((key, place) => damagesOfKey(key, keys[place - 1], place));
  let before = nothing;
  for (let position = 1; ; position++) {
    // One at a time, because all that were ever published are many megabytes.
    const row = await tablesOf<ReleaseTables>(connection)
      .selectFrom("file_manifests")
      .selectAll()
      .where("position", ">=", position)
      .orderBy("position")
      .limit(1)
      .executeTakeFirst();
    if (row === undefined) return damages;
    const name = `revision ${row.revision}`;
    if (row.position !== position) damages.push(`${name}: the manifest before it is lost`);
    position = row.position;
    before = checkRow(row, before, keys, (damage) => damages.push(`${name}: ${damage}`));
  }
}

function checkRow(row: ManifestRow, before: Before, keys: readonly KeyRow[], note: (damage: string) => void): Before {
  const head = parsed<Head>(row.head);
  const manifestSha256 = head?.manifest_sha256 ?? "";
  const isNamed = manifestSha256 === sha256Of(row.body);
  if (isNamed) checkManifest(row, before, note);
  else note("its manifest is not the one that its head names");

  const isFirst = before.archive === null;
  const restored = isFirst || before.archive === row.archive ? null : before.archive;
  const previous = isFirst ? null : (before.headSha256 ?? head?.previous ?? null);
  const follows =
    row.head === headLine({ revision: row.revision, manifest_sha256: manifestSha256, previous }, restored);
  if (!follows) note("its head does not follow from the head before");

  const heads = before.heads + headsText([row.head]);
  const signed = checkSignatures(row, before, heads, keys, note);
  const isHeadWhole = follows && (signed.areHeadsWhole ?? isNamed);
  return {
    archive: row.archive,
    headSha256: isHeadWhole ? sha256Of(row.head) : null,
    manifestSha256: isHeadWhole ? manifestSha256 : null,
    heads,
    areHeadsWhole: before.areHeadsWhole && isHeadWhole,
    keyPlace: signed.keyPlace,
  };
}

function checkManifest(row: ManifestRow, before: Before, note: (damage: string) => void): void {
  const manifest = parsed<FileManifest>(row.body);
  if (manifest?.archive !== row.archive || manifest.revision !== row.revision) {
    note("its manifest is of another revision or archive");
    return;
  }
  const isKnown = before.archive === null || before.manifestSha256 !== null;
  if (isKnown && manifest.previous !== before.manifestSha256) {
    note("its manifest does not follow from the manifest before");
  }
}

/** @returns also whether the signatures say that every head is as it was; null: they say nothing. */
function checkSignatures(
  row: ManifestRow,
  before: Before,
  heads: string,
  keys: readonly KeyRow[],
  note: (damage: string) => void,
): { readonly keyPlace: number; readonly areHeadsWhole: boolean | null } {
  const { public_key: key, heads_minisig: minisig, heads_sshsig: sshsig } = row;
  const unsigned = { keyPlace: before.keyPlace, areHeadsWhole: null };
  if (key === null) {
    if (row.why_unsigned === null) note("its signatures are lost");
    return unsigned;
  }
  const keyPlace = keys.findIndex(({ public_key: each }, place) => place >= before.keyPlace && each === key);
  if (keyPlace === -1) {
    note("the key that signed it was not announced, or was replaced before");
    return unsigned;
  }
  for (const form of wrongSignatures(key, row.body, row)) note(`the ${form} of its manifest is not of this manifest`);
  if (!before.areHeadsWhole) return { keyPlace, areHeadsWhole: null };
  const wrong = wrongSignatures(key, heads, { minisig, sshsig });
  for (const form of wrong) note(`the ${form} of the heads is not of the heads up to it`);
  return { keyPlace, areHeadsWhole: wrong.length < 2 };
}

/** The first key of all, and the first one after a restore, are announced by nobody. */
function damagesOfKey(row: KeyRow, before: KeyRow | undefined, place: number): string[] {
  const name = `key ${row.position}`;
  if (row.position !== place + 1) return [`${name}: the key before it is lost`];
  if (row.statement === null) {
    const isFirst = before === undefined || before.archive !== row.archive;
    return isFirst ? [] : [`${name}: nothing announces it, and it is not the first of its archive`];
  }
  if (before === undefined) return [`${name}: the key that announces it is lost`];
  const damages = wrongSignatures(before.public_key, row.statement, row).map(
    (form) => `${name}: the ${form} of its statement is not of the key before`,
  );
  if (row.statement !== statementOf(row, before.public_key, row.public_key)) {
    damages.push(`${name}: its statement is of another key`);
  }
  return damages;
}

/** Null: it is no JSON any more. */
function parsed<Value>(text: string): Value | null {
  try {
    return JSON.parse(text) as Value;
  } catch {
    return null;
  }
}
