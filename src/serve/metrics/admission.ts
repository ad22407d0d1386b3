/** The gate, with its refusals counted. It stands between the API and the gate only where there are metrics. */
import { Counter, type Registry } from "prom-client";
import type { Admission, Gate } from "../../access/gate.ts";

const codes = ["unauthorized", "forbidden", "rate_limited", "quota_exceeded", "unavailable"] as const;

export function watchGate(registry: Registry, gate: Gate): Gate {
  const registers = [registry];
  const refusals = new Counter({
    name: "gradeline_admission_refusals_total",
    help: "Requests that were refused before they were answered, by the error code that the caller got",
    labelNames: ["code"],
    registers,
  });
  const outages = new Counter({
    name: "gradeline_counting_outages_total",
    help: "How often requests could not be counted any more, after they could",
    registers,
  });
  // A counter that is not there until it is needed would look as if it had never moved.
  for (const code of codes) refusals.inc({ code }, 0);
  let isOut = false;

  function note(admission: Admission): void {
    if (admission.ok) {
      isOut = false;
      return;
    }
    refusals.inc({ code: admission.code });
    if (admission.code === "unavailable") {
      if (!isOut) outages.inc();
      isOut = true;
    } else if (admission.meters !== null) isOut = false; // it was counted: a malformed key is refused without that
  }
  function noted(deciding: Promise<Admission>): Promise<Admission> {
    deciding.then(note, () => {}); // who asked gets the failure
    return deciding;
  }
  return {
    admit: (request) => noted(gate.admit(request)),
    admitById: (keyId) => noted(gate.admitById(keyId)),
    keyIdOf: (request) => gate.keyIdOf(request),
    probe: () => gate.probe(),
    isDatabaseUp: () => gate.isDatabaseUp(),
    settle: () => gate.settle(),
    close: () => gate.close(),
  };
}
