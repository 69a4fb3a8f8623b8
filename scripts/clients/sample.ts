// A small client on the types that openapi-typescript makes of the contract; `tsc --strict` must accept it.
import type { paths } from "./contract";

type Operation = paths["/v1/settlements"]["post"];
type Deal = Operation["requestBody"]["content"]["application/json"];
type Settled = Operation["responses"][200]["content"]["application/json"];
type Refused = Operation["responses"][422]["content"]["application/problem+json"];

const deal: Deal = {
  ruleset: "harr-1923",
  round_wind: "east",
  winner: "east",
  win: { tile: "8m", source: "wall" },
  hands: {
    east: { concealed: "22555888m", exposed: ["1111m", "999m"] },
    south: { concealed: "1135566777p", exposed: ["999p"] },
    west: { concealed: "7s333555z", exposed: ["9999s", "888s"] },
    north: { concealed: "1122445566p", exposed: ["888p"] },
  },
};

export async function payments(url: string): Promise<string[]> {
  const answer = await fetch(`${url}/v1/settlements`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(deal),
  });
  if (!answer.ok) {
    const problem = (await answer.json()) as Refused;
    return problem.errors.map((fault) => `${fault.pointer}: ${fault.detail}`);
  }
  const settled = (await answer.json()) as Settled;
  return settled.settlement.payments.map(({ payer, payee, amount }) => `${payer} pays ${payee} ${amount.toFixed()}`);
}
