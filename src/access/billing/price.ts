/** This file says in words what Standard costs. Stripe is asked once, because it never changes the amount of a price. */
import type Stripe from "stripe";

/** A page waits so long for the price, and Stripe is left alone for so long after it failed. */
const longestWaitMs = 1_000;
const retryAfterMs = 30_000;

/** Stripe counts these currencies in whole units and in thousandths, all others in hundredths: https://docs.stripe.com/currencies */
const withoutDecimals = new Set("bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf".split(" "));
const withThreeDecimals = new Set("bhd jod kwd omr tnd".split(" "));

export type PriceFacts = Pick<Stripe.Price, "unit_amount" | "currency" | "recurring" | "tax_behavior">;

/** Returns a text such as "$19 a month", or null for a price in tiers and for one that is paid once. */
export function priceText({ unit_amount: amount, currency, recurring, tax_behavior: tax }: PriceFacts): string | null {
  if (amount === null || recurring === null) return null;
  const decimals = withoutDecimals.has(currency) ? 0 : withThreeDecimals.has(currency) ? 3 : 2;
  const money = new Intl.NumberFormat("en-US", {
    style: "currency",
    currency,
    minimumFractionDigits: decimals,
    maximumFractionDigits: decimals,
    trailingZeroDisplay: "stripIfInteger",
  }).format(amount / 10 ** decimals);
  const { interval, interval_count: count } = recurring;
  const every = count === 1 ? `a ${interval}` : `every ${count} ${interval}s`;
  return `${money} ${every}${tax === "exclusive" ? " plus tax" : ""}`;
}

/**
 * The returned function resolves with null while the price is not known: Stripe has not answered within a second, or has no
 * text for it. It rejects only for the one who waits when Stripe refuses.
 */
export function openPrice(ask: () => Promise<PriceFacts>): () => Promise<string | null> {
  let known: { readonly text: string | null } | null = null;
  let asking: Promise<void> | null = null;
  let askedMs = Number.NEGATIVE_INFINITY;

  return async () => {
    if (known !== null) return known.text;
    const nowMs = performance.now();
    if (asking === null && nowMs - askedMs >= retryAfterMs) {
      askedMs = nowMs;
      asking = ask().then((price) => {
        known = { text: priceText(price) };
      });
      const isOver = () => {
        asking = null;
      };
      asking.then(isOver, isOver);
    }
    const leftMs = askedMs + longestWaitMs - nowMs;
    if (asking !== null && leftMs > 0) {
      const limit = Promise.withResolvers<void>();
      const timer = setTimeout(limit.resolve, leftMs);
      await Promise.race([asking, limit.promise]).finally(() => clearTimeout(timer));
    }
    return (known as { readonly text: string | null } | null)?.text ?? null;
  };
}
