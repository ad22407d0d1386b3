#!/usr/bin/env node
/** The program `gradeline-client`. */
import { main } from "./cli.ts";

process.exitCode = await main(process.argv.slice(2));
