/** A name without case, accents, spaces and punctuation: "Hawai'i" becomes "hawaii". */
export function foldName(text: string): string {
  // NFKD separates accents from their letters; the last step then drops them with everything else.
  return text
    .normalize("NFKD")
    .toLowerCase()
    .replaceAll("&", "and")
    .replace(/[^a-z0-9]/g, "");
}
