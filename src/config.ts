/** The settings. The only reader of process.env; one frozen, validated object. */
import { join, resolve } from "node:path";

export type Config = {
  /** Address to listen on. */
  readonly host: string;
  /** Port to listen on; 0 takes a free one. */
  readonly port: number;
  /** Folder of the embedded database and what belongs to it. */
  readonly dataDir: string;
  /** A file path (SQLite), or postgres://… */
  readonly databaseUrl: string;
  /** Public URL of the page where people manage their keys. */
  readonly manageUrl: string;
  /** Level of the log: fatal, error, warn, info, debug, trace or silent. */
  readonly logLevel: string;
};

export class ConfigError extends Error {
  override readonly name = "ConfigError";
}

const logLevels = ["fatal", "error", "warn", "info", "debug", "trace", "silent"];

/** Every setting by name, for the docs and for whoever misspells one. */
export const settingNames = ["HOST", "PORT", "DATA_DIR", "DATABASE_URL", "MANAGE_URL", "LOG_LEVEL"] as const;
export type Settings = Readonly<Partial<Record<(typeof settingNames)[number], string>>>;

/** Reads the settings; an empty value is as good as none. Throws ConfigError naming the setting. */
export function readConfig(settings: Settings = process.env): Config {
  const value = (name: (typeof settingNames)[number], otherwise: string): string => settings[name]?.trim() || otherwise;
  const portText = value("PORT", "8080");
  const port = Number(portText);
  if (!/^\d{1,5}$/.test(portText) || port > 65_535) throw new ConfigError(`PORT is "${portText}", not a port number`);
  const logLevel = value("LOG_LEVEL", "info");
  if (!logLevels.includes(logLevel)) {
    throw new ConfigError(`LOG_LEVEL is "${logLevel}"; allowed: ${logLevels.join(", ")}`);
  }
  const host = value("HOST", "127.0.0.1");
  const dataDir = resolve(value("DATA_DIR", "data"));
  return Object.freeze({
    host,
    port,
    dataDir,
    databaseUrl: value("DATABASE_URL", join(dataDir, "gradeline.db")),
    manageUrl: value("MANAGE_URL", `http://${host.includes(":") ? `[${host}]` : host}:${port}/manage`),
    logLevel,
  });
}
