/** The settings of the environment in words. src/config.ts reads them. */

/**
 * Every setting by name, with what holds when it is not set and what it is for. The table of the README and the list of
 * `--help` are made of this; text in backticks is code, as in Markdown.
 */
export const settingTable = {
  HOST: {
    otherwise: "`127.0.0.1`",
    about: "address to listen on",
  },
  PORT: {
    otherwise: "`8080`",
    about: "port to listen on; 0 takes a free one",
  },
  WORKERS: {
    otherwise: "one for each core",
    about: "threads that answer at that port, 1 to 64; they share the rows in memory",
  },
  DATA_DIR: {
    otherwise: "the folder of `DATABASE_URL`, else `data`",
    about: "folder of the embedded database, of the secret and of the trial key",
  },
  DATABASE_URL: {
    otherwise: "`gradeline.db` in `DATA_DIR`",
    about: "a file (SQLite) or `postgres://…`",
  },
  DATABASE_WAIT_SECONDS: {
    otherwise: "`60`",
    about:
      "how long a start waits for a PostgreSQL that is starting, recovering or full; `import`, `publish` and `sample` wait 15 s at most",
  },
  DRAIN_SECONDS: {
    otherwise: "`0`",
    about:
      "how long a server that is told to end goes on answering, 0 to 5: longer than the load balancer's checks are apart",
  },
  MANAGE_URL: {
    otherwise: "`/manage` at `HOST` and `PORT`",
    about: "public URL of the page at `/manage`; links and 403 messages name it, so set it where others call",
  },
  TRUST_PROXY: {
    otherwise: "nobody",
    about:
      "proxies whose `X-Forwarded-For` is believed: addresses, networks such as `10.0.0.0/8`, `loopback`, `linklocal`, `uniquelocal`",
  },
  SESSION_SECRET: {
    otherwise: "made, in `DATA_DIR`",
    about: "signs the sessions of the page, 32 characters or more; the same on every node",
  },
  SHOW_SIGN_IN_LINKS: {
    otherwise: "`0`; for `npm start` `1`",
    about: "`1` shows anybody's sign-in link to whoever asks for it; refused where others can ask, or with mail",
  },
  SMTP_URL: {
    otherwise: "none",
    about: "`smtp://user:password@host:port` or `smtps://…`; without it, sign-in links are written to the log",
  },
  MAIL_FROM: {
    otherwise: "none",
    about: "the address that mail comes from; needed with `SMTP_URL`",
  },
  STRIPE_SECRET_KEY: {
    otherwise: "none",
    about: "billing with Stripe: this and the next two, or none",
  },
  STRIPE_WEBHOOK_SECRET: {
    otherwise: "none",
    about: "checks that events at `/manage/stripe/events` are Stripe's",
  },
  STRIPE_PRICE_ID: {
    otherwise: "none",
    about: "the monthly price of Standard",
  },
  STRIPE_API_URL: {
    otherwise: "`https://api.stripe.com`",
    about: "where Stripe's API is",
  },
  PLAN_PRICE: {
    otherwise: "what Stripe's price says",
    about: "what Standard costs, as pages show it: `$19 a month`; without it and without Stripe they show no price",
  },
  EXPLORE_SEASONS: {
    otherwise: "`newest`",
    about:
      "seasons that people without an account may explore at `/`: `newest` of each sport that has closing lines, `all`, that of a year and later (`2024`), or `none`",
  },
  TERMS_URL: {
    otherwise: "none",
    about: "the terms of your service: a link in the footer of every page",
  },
  SUPPORT_URL: {
    otherwise: "none",
    about: "where people find help: a web address or `mailto:…`, a link in the footer of every page",
  },
  STATUS_URL: {
    otherwise: "none",
    about: "where you tell of outages: a link in the footer of every page",
  },
  COLLECT: {
    otherwise: "`off`",
    about: "`on`: a server also collects lines and results and publishes every night, as `gradeline collect` does",
  },
  COLLECT_SPORTS: {
    otherwise: "all five",
    about: "the sports that are collected, with commas between: `nfl,ncaaf`",
  },
  THE_ODDS_API_KEY: {
    otherwise: "none",
    about: "key of The Odds API; without it no lines are asked for, and no second opinion about NBA scores",
  },
  THE_ODDS_API_REGIONS: {
    otherwise: "`us,us2`",
    about: "regions whose books are asked for, with commas between; each of them costs credits",
  },
  CREDITS_PER_DAY: {
    otherwise: "what the provider leaves",
    about: "the most credits of The Odds API that a UTC day may cost",
  },
  CFBD_API_KEY: {
    otherwise: "none",
    about: "key of College Football Data; without it that provider is not asked",
  },
  COLLECT_CONTACT: {
    otherwise: "none",
    about: "address of mail or web address that providers see with every request, so that they can complain",
  },
  ANSWERS_DIR: {
    otherwise: "none",
    about: "folder where every provider's answers are kept as files that `gradeline import` reads",
  },
  ANSWERS_DAYS: {
    otherwise: "`400`",
    about: "for how many days answers are kept in `ANSWERS_DIR`",
  },
  THE_ODDS_API_URL: {
    otherwise: "`https://api.the-odds-api.com`",
    about: "where The Odds API is",
  },
  ESPN_URL: {
    otherwise: "`https://site.api.espn.com`",
    about: "where ESPN's site API is",
  },
  MLB_STATSAPI_URL: {
    otherwise: "`https://statsapi.mlb.com`",
    about: "where MLB StatsAPI is",
  },
  NHL_API_URL: {
    otherwise: "`https://api-web.nhle.com`",
    about: "where the NHL's web API is",
  },
  NFLVERSE_URL: {
    otherwise: "`https://github.com/nflverse/nflverse-data/releases/download`",
    about: "where the releases of nflverse are",
  },
  CFBD_URL: {
    otherwise: "`https://api.collegefootballdata.com`",
    about: "where College Football Data's API is",
  },
  METRICS_PORT: {
    otherwise: "none",
    about:
      "port of `/metrics` for Prometheus, never that of callers; 0 takes a free one; without it there are no metrics",
  },
  METRICS_HOST: {
    otherwise: "`127.0.0.1`",
    about: "address of the metrics; they need no key, so it is one that callers cannot reach",
  },
  ALARM_WEBHOOK_URL: {
    otherwise: "none",
    about: "gets a JSON POST after a publish in which an alarm went on or off",
  },
  LOG_LEVEL: {
    otherwise: "`info`; on a terminal `warn`",
    about: "`fatal`, `error`, `warn`, `info`, `debug`, `trace`, `silent`",
  },
} as const satisfies Readonly<Record<string, { readonly otherwise: string; readonly about: string }>>;
export type SettingName = keyof typeof settingTable;
export const settingNames = Object.keys(settingTable) as readonly SettingName[];
