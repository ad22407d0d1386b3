/** The tables of access, as migration 0001 makes them. Times are ISO 8601 in UTC. */
export type AccessTables = {
  access_accounts: {
    email: string;
    plan: string;
    /** Null: no limit. */
    requests_per_minute: number | null;
    requests_per_month: number | null;
    created_at: string;
  };
  access_keys: {
    secret_hash: string;
    email: string;
    prefix: string;
    last_four: string;
    created_at: string;
    revoked_at: string | null;
  };
};
