/** Which nodes do not go together: the start of a server and `gradeline doctor` say the same sentence. Pure. */

export type NodeFacts = {
  readonly host: string;
  readonly version: string;
  /** Null where SESSION_SECRET is not set, and the node signs with a secret of its own. */
  readonly secretFingerprint: string | null;
};

export type Contradiction = {
  readonly sentence: string;
  readonly remedy: string;
  /** Whether a server that would bring it about does not start. */
  readonly isRefused: boolean;
};

/** @param nodes those that are there, and the one that would join them last. */
export function contradictionsOf(nodes: readonly NodeFacts[]): readonly Contradiction[] {
  return [versionsApart(nodes), secretsApart(nodes)].filter((each) => each !== null);
}

function versionsApart(nodes: readonly NodeFacts[]): Contradiction | null {
  for (const [index, one] of nodes.entries()) {
    const other = nodes.slice(index + 1).find(({ version }) => areTooFarApart(one.version, version));
    if (other === undefined) continue;
    return {
      sentence: `a node on ${one.host} runs Gradeline ${one.version} and one on ${other.host} runs ${other.version}, more than one release apart`,
      remedy: "upgrade all nodes through the release between the two, or stop the others first",
      isRefused: true,
    };
  }
  return null;
}

/** Versions of one major number whose minor numbers are one apart at most are of releases that follow each other. */
export function areTooFarApart(one: string, other: string): boolean {
  const [[major, minor], [otherMajor, otherMinor]] = [numbersOf(one), numbersOf(other)];
  return major !== otherMajor || Math.abs(minor - otherMinor) > 1;
}

function numbersOf(version: string): readonly [number, number] {
  const [major = 0, minor = 0] = version.split(".").map((part) => Number.parseInt(part, 10));
  return [major, minor];
}

function secretsApart(nodes: readonly NodeFacts[]): Contradiction | null {
  const set = nodes.filter(({ secretFingerprint }) => secretFingerprint !== null);
  const [first] = set;
  const other = set.find(({ secretFingerprint }) => secretFingerprint !== first?.secretFingerprint);
  if (first !== undefined && other !== undefined) {
    return {
      sentence: `the nodes on ${first.host} and ${other.host} have different SESSION_SECRETs, so each would sign people out of the other`,
      remedy: "set the same SESSION_SECRET on every node; to change it, stop all of them first",
      isRefused: true,
    };
  }
  const unset = nodes.find(({ secretFingerprint }) => secretFingerprint === null);
  if (nodes.length < 2 || unset === undefined) return null;
  return {
    sentence: `${nodes.length} nodes answer, and the one on ${unset.host} has no SESSION_SECRET, so each signs people out of the others`,
    remedy: "set the same SESSION_SECRET on every node",
    isRefused: false,
  };
}
