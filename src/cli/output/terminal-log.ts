/** The log for a person at a terminal: a short line each, on standard error, where no start screen is. */
import { type DestinationStream, type Logger, levels } from "pino";
import type { Config } from "../../config/config.ts";
import { openServerLog } from "../../serve/log.ts";
import { printable } from "./table-text.ts";

/** The fields that every line has and that nobody at a terminal needs. */
const dull = new Set(["level", "time", "pid", "hostname", "msg"]);

/** The log of a process that goes on until a signal. @param onTerminal its level there, where LOG_LEVEL says none. */
export function openLongLog({ logLevel }: Config, onTerminal: string): Logger {
  if (process.stdout.isTTY !== true) return openServerLog(logLevel ?? "info");
  return openServerLog(logLevel ?? onTerminal, terminalLog());
}

/** Takes the log's lines of JSON, one or several at a time, and hands on what a person reads. @param write takes a line with its end. */
export function terminalLog(write = (text: string): unknown => process.stderr.write(text)): DestinationStream {
  return {
    write(lines) {
      for (const line of lines.split("\n")) if (line !== "") write(`${textOf(line)}\n`);
    },
  };
}

/** `14:05:09 warning: SMTP_URL is not set email=jane@example.com`, in local time. */
function textOf(line: string): string {
  const entry = JSON.parse(line) as Readonly<Record<string, unknown>>;
  const time = new Date(Number(entry.time)).toTimeString().slice(0, 8);
  const level = levels.labels[Number(entry.level)] ?? "log";
  const details = Object.entries(entry)
    .filter(([name]) => !dull.has(name))
    .map(([name, value]) => ` ${name}=${detailOf(value)}`);
  return printable(`${time} ${level === "warn" ? "warning" : level}: ${String(entry.msg ?? "")}${details.join("")}`);
}

/** Of an error its message: its stack is for the log that machines keep. */
function detailOf(value: unknown): string {
  if (typeof value === "string") return value;
  const { message } = (value ?? {}) as { readonly message?: unknown };
  return typeof message === "string" ? message : JSON.stringify(value);
}
