/** The page on which people grade a file of their bets, in their own browser. */
import { html } from "ghtml";
import { type Sport, sportFacts, sports } from "../../domain/sports.ts";
import { mostGamesOfVisit } from "./visit-games.ts";

/**
 * @param modules where the client's modules are.
 * @param seasons of each sport that are open without a key.
 * @param leagues that this server has games of.
 */
export function gradeBody(
  modules: string,
  seasons: Readonly<Record<Sport, readonly number[]>>,
  leagues: readonly Sport[],
): string {
  const open = sports.filter((sport) => seasons[sport].length > 0);
  const shown = open.map((sport) => {
    const own = seasons[sport];
    return `${sportFacts[sport].label} ${own.length === 1 ? own[0] : `${Math.min(...own)} to ${Math.max(...own)}`}`;
  });
  const isOnly = leagues.length === 1;
  const options = leagues.map(
    (sport) => html`<option value="${sport}"${isOnly ? " selected" : ""}>${sportFacts[sport].label}</option>`,
  );
  return html`<h1>Grade your bets</h1>
<p class="lead">Every bet of your CSV file at your own line and price, against the close of your book and of the consensus, and
whether chance explains the record.</p>
<noscript><p class="notice">This page needs JavaScript, because your file is read in your browser and sent to nobody. Without it, the
<a href="/clients/">clients</a> do the same on your computer.</p></noscript>
<form class="card grade-form" data-grade data-modules="${modules}" data-seasons="${JSON.stringify(seasons)}" data-most="${String(mostGamesOfVisit)}" hidden>
<div class="grade-drop" data-drop><label for="grade-file">File of bets (CSV), or drop it here</label>
<input type="file" id="grade-file" accept=".csv,.txt,.tsv,text/csv"></div>
<div><label for="grade-key">Your key, for all seasons</label>
<input type="password" id="grade-key" autocomplete="off" spellcheck="false">
<p class="hint">${open.length === 0 ? "No season is open without a key." : `Without one: ${shown.join(", ")}, at most ${mostGamesOfVisit} games a visit.`}</p></div>
<div><label for="grade-league">League of bets that name none</label>
<select id="grade-league"><option value="">not said</option>!${options}</select></div>
<div><label for="grade-day">A column “Date” is</label>
<select id="grade-day"><option value="">not said</option><option value="game">the day of the game</option>
<option value="placed">the day of the bet</option></select></div>
<p><button class="button primary" type="submit" disabled>Grade</button></p>
</form>
<p role="status" class="grade-status" data-grade-status></p>
<div data-grade-result></div>
<section class="card"><h2>What leaves your browser</h2>
<p>The file does not, nor do your stakes, prices and results. What is asked for is the games of the sports and seasons in your file, and then,
by the ids of the games or their days, the closes of your books for the kinds of bets in it. A key is kept in memory until you leave the page,
and is sent to this server alone. <a href="/docs/grade">How files are read</a></p></section>`;
}
