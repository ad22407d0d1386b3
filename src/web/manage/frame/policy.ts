/** What the browser may load for the management page: its own style sheet, script and icon, and nothing else. */
const own = ["'self'"];

/** Forms lead to billing by a redirect, which browsers hold to form-action too. */
const stripeOrigins = ["https://checkout.stripe.com", "https://billing.stripe.com"];

export function contentSecurityPolicy(billingOrigins: readonly string[] = stripeOrigins) {
  return {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      scriptSrc: own,
      styleSrc: own,
      imgSrc: own,
      baseUri: ["'none'"],
      formAction: [...own, ...billingOrigins],
      frameAncestors: ["'none'"],
    },
  };
}
