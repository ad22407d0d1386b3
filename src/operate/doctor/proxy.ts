/** Whether TRUST_PROXY names the proxy that is there, by a header that it has really sent. */
import { type AskedServer, askServer } from "./ask-server.ts";
import { type Finding, ok, unknown, warning, wrong } from "./finding.ts";

const name = "proxy";

export type ProxyQuestion = {
  /** Where callers reach /healthz, by MANAGE_URL; null where only this machine is meant. */
  readonly publicBase: string | null;
  /** The server's own port. */
  readonly ownBase: string;
  readonly trustProxy: string | null;
  readonly secret: string | null;
  readonly waitMs: number;
};

/** An address that belongs to nobody (RFC 5737), as a proxy on this machine would name its caller. */
const nobodysAddress = "192.0.2.1";

export async function checkProxy(question: ProxyQuestion): Promise<Finding> {
  const { publicBase, ownBase, trustProxy, secret, waitMs } = question;
  if (publicBase !== null)
    return proxyFinding(publicBase, trustProxy, await askServer({ base: publicBase, secret, waitMs }));
  if (trustProxy === null) return ok(name, "none is named: MANAGE_URL and TRUST_PROXY say nothing of one");
  const headers = { "x-forwarded-for": nobodysAddress };
  return localFinding(ownBase, trustProxy, await askServer({ base: ownBase, secret, headers, waitMs }));
}

/** Pure. What came through the address that callers use. */
export function proxyFinding(base: string, trustProxy: string | null, asked: AskedServer): Finding {
  if (asked.kind === "silent") {
    return wrong(name, `${base} does not answer: ${asked.why}`, "mend MANAGE_URL, the proxy's name or its certificate");
  }
  if (asked.kind === "strange") {
    const what = asked.isWell
      ? "a server with another SESSION_SECRET"
      : `no server of ours: /healthz is ${asked.status}`;
    return wrong(name, `${base} leads to ${what}`, "let the proxy lead all paths to HOST and PORT of this server");
  }
  const { peer, forwarded_for: forwarded, address } = asked;
  if (forwarded === null) {
    if (base.startsWith("https:") || trustProxy !== null) {
      const sentence = `the proxy at ${peer} sends no X-Forwarded-For, so all callers have its address and share its limits`;
      return wrong(name, sentence, "nginx: proxy_set_header X-Forwarded-For $proxy_add_x_forwarded_for");
    }
    return ok(name, `${base} leads here without a proxy`);
  }
  if (address === peer) {
    const sentence = `requests come through ${peer}, which TRUST_PROXY does not name, so all callers have its address and share its limits`;
    return wrong(name, sentence, `set TRUST_PROXY=${isLoopback(peer) ? "loopback" : peer}, and start the server again`);
  }
  return ok(name, `${base} leads here through ${peer}, whose X-Forwarded-For is believed`);
}

/** Pure. What the server makes of a header that comes from this machine. */
export function localFinding(base: string, trustProxy: string, asked: AskedServer): Finding {
  if (asked.kind !== "answered") {
    return unknown(
      name,
      `TRUST_PROXY is "${trustProxy}", and no server at ${base} can be asked about it`,
      "start the server, and ask again",
    );
  }
  const said = `TRUST_PROXY is "${trustProxy}", MANAGE_URL names no address of callers, and an X-Forwarded-For from this machine is`;
  if (asked.address === nobodysAddress) return ok(name, `${said} believed`);
  const remedy =
    "set MANAGE_URL, so that the doctor asks through the proxy; for a proxy on this machine, set TRUST_PROXY=loopback";
  return warning(name, `${said} not believed`, remedy);
}

function isLoopback(address: string): boolean {
  return /^(::ffff:)?127\.|^::1$/.test(address);
}
