/**
 * People, their sessions and the links that sign them in, in the shape that better-auth 1.7 asks for: its names of
 * columns, dates as timestamps on PostgreSQL and as ISO text on SQLite. `sign_in_accounts` is for passwords and other
 * providers; nothing is in it, but the library looks.
 */
import { type Kysely, sql } from "kysely";
import type { AnyTables, ColumnTypes } from "../names.ts";

export async function up(kysely: Kysely<AnyTables>, { engine }: ColumnTypes): Promise<void> {
  const { schema } = kysely;
  const date = engine === "postgres" ? sql`timestamptz` : sql`text`;
  const boolean = engine === "postgres" ? sql`boolean` : sql`integer`;
  const table = (name: string) =>
    schema
      .createTable(name)
      .addColumn("id", "text", (id) => id.primaryKey())
      .addColumn("createdAt", date, (at) => at.notNull())
      .addColumn("updatedAt", date, (at) => at.notNull());

  await table("sign_in_people")
    .addColumn("name", "text", (name) => name.notNull())
    .addColumn("email", "text", (email) => email.notNull().unique())
    .addColumn("emailVerified", boolean, (verified) => verified.notNull())
    .addColumn("image", "text")
    .execute();
  await table("sign_in_sessions")
    .addColumn("expiresAt", date, (at) => at.notNull())
    .addColumn("token", "text", (token) => token.notNull().unique())
    .addColumn("ipAddress", "text")
    .addColumn("userAgent", "text")
    .addColumn("userId", "text", (id) => id.notNull().references("sign_in_people.id").onDelete("cascade"))
    .execute();
  await table("sign_in_accounts")
    .addColumn("accountId", "text", (id) => id.notNull())
    .addColumn("providerId", "text", (id) => id.notNull())
    .addColumn("userId", "text", (id) => id.notNull().references("sign_in_people.id").onDelete("cascade"))
    .addColumn("accessToken", "text")
    .addColumn("refreshToken", "text")
    .addColumn("idToken", "text")
    .addColumn("accessTokenExpiresAt", date)
    .addColumn("refreshTokenExpiresAt", date)
    .addColumn("scope", "text")
    .addColumn("password", "text")
    .execute();
  await table("sign_in_links")
    .addColumn("identifier", "text", (identifier) => identifier.notNull())
    .addColumn("value", "text", (value) => value.notNull())
    .addColumn("expiresAt", date, (at) => at.notNull())
    .execute();
  for (const [name, column] of [
    ["sign_in_sessions", "userId"],
    ["sign_in_accounts", "userId"],
    ["sign_in_links", "identifier"],
  ] as const) {
    await schema.createIndex(`${name}_by_${column}`).on(name).column(column).execute();
  }
}
