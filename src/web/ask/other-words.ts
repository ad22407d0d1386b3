/** Words of questions that set no filter: those that say nothing of which bets are meant, and those that would, if there were one. */

const setOf = (words: string): ReadonlySet<string> => new Set(words.trim().split(/\s+/));

/** These words say nothing of which bets are meant. Whatever is in neither a phrase nor this list blocks the record. */
export const noise = setOf(`
  a all always am an and any are as be been being bet bets bettor bettors betting bettable by can club clubs come comes coming could did do
  does doing during ever every find for game games generally get gets give go going had happen happened happens has have having historically
  history how i if in is it its just know let like line lines look many matchup matchups me much my of often odds on only or our overall
  perform performance performed performing performs place please play played playing plays price prices profit profitable record records
  results return roi see should show side sides so stat statistics stats still take tell team teams tend than that the their them then there these they this those to trend
  trends typically us usually want was we were what whats when where which who whose will with would you your
`);

/** Words that turn what stands beside them round, so that without them another question would be answered. */
export const turning = setOf(`
  after against avoid avoiding before behind besides but coming-off contrarian despite don't dont everyone except excluding exclude fade fades faded fading
  following isn't isnt ignore instead lay minus neither never no non nobody none nor not off opponent opponents opposing opposite other
  outside prior reverse since than unless until versus vs without
`);

/** Words behind which the name of a person stands. */
export const titles = setOf(`
  coach goalie goaltender kicker manager pitcher player qb quarterback rb ref referee rookie skipper starter ump umpire wr
`);

/** Words that bettors use and that no filter has, so that they are nobody's name. */
export const notFilters: ReadonlySet<string> = new Set([
  ...titles,
  ...setOf(`
    3rd 4th action afternoon altitude artificial backup best better biggest birthday bounce coaches collapse contract cover covers defense
    defensive doubleheader early elite expansion field final first fourth grass handle handicap heavy holiday home-and-home huge humid
    injured injury international late letdown live lookahead london longest losing money month national neutral offense offensive opener
    opening over/under overtime pace percent popular prime primetime prop props public quarterbacks quick rain rainy ranked ranking rating
    referees rivalry road-trip rookies ryder second series sharp sharps short shutout shootout small snow snowy square squares star starting
    steam stretch strong suspended synthetic third thanksgiving tickets time trap travel traveling turf tv umpires undefeated unranked
    volume warm weak weekend weekends winless worst xmas christmas
  `),
]);
