/** What a download costs is taken of the account's key at the gate, as if the key had asked for each page [D-38]. */
import type { Admission, Gate } from "../../access/gate.ts";

/** The key that pays for somebody's downloads. */
export type PayingKey =
  /** Nobody is signed in, or the account has no key that is not revoked, or the database cannot say. */
  { readonly kind: "nobody" | "no key" | "away" } | { readonly kind: "key"; readonly keyId: string };

export type Charged =
  /** @param answered requests that stay charged. */
  | { readonly kind: "charged"; giveBack(answered: number): Promise<void> }
  | { readonly kind: "refused"; readonly refusal: Extract<Admission, { readonly ok: false }> }
  /** The plan never allows so many requests in a minute. */
  | { readonly kind: "too many for a minute"; readonly mostInMinute: number };

/** Takes all requests before a byte is sent. What was taken is given back when one of them is refused. */
export async function chargeKey(gate: Pick<Gate, "admitById">, keyId: string, requests: number): Promise<Charged> {
  const taken: Extract<Admission, { readonly ok: true }>[] = [];
  const giveBack = async (answered = 0): Promise<void> => {
    await Promise.all(taken.splice(answered).map((each) => each.giveBack()));
  };
  try {
    while (taken.length < requests) {
      const admission = await gate.admitById(keyId);
      if (!admission.ok) {
        await giveBack();
        return { kind: "refused", refusal: admission };
      }
      taken.push(admission);
      const { limit: mostInMinute } = admission.meters.rate;
      if (mostInMinute >= requests) continue;
      await giveBack();
      return { kind: "too many for a minute", mostInMinute };
    }
  } catch (error) {
    await giveBack();
    throw error;
  }
  return { kind: "charged", giveBack };
}
