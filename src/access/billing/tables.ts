/** The tables of billing, as the migration `access-0002-billing` makes them. Times are epoch milliseconds. */

export type BillingTables = {
  billing_customers: { customer_id: string; email: string; linked_ms: number };
  billing_subscriptions: {
    subscription_id: string;
    customer_id: string;
    /**
     * The e-mail address that our Checkout wrote on the subscription. When it is null, the customer's link names the
     * owner.
     */
    account: string | null;
    is_standard: number;
    status: string;
    has_run: number;
    anchor_ms: number;
    period_start_ms: number;
    period_end_ms: number;
    cancels_at_ms: number | null;
    created_ms: number;
    is_applied: number;
  };
  billing_events: {
    event_id: string;
    type: string;
    created_ms: number;
    received_ms: number;
    subscription_id: string | null;
    snapshot: string | null;
  };
};
