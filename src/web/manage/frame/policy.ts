/** The content security policy of the management page: it loads its own style sheet, script and icon, nothing else. */
const own = ["'self'"];

/** Some forms are answered with a redirect to Stripe. Browsers apply `form-action` to that redirect too. */
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
