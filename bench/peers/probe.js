// npm's `@kobalab/majiang-core` (riichi): `node bench/peers/probe.js FOLDER`, where npm put it. As `probe.py` tells.
"use strict";

const Majiang = require(process.argv[2] + "/node_modules/@kobalab/majiang-core");

const turned = (tile) => tile[1] + tile[0];
const declared = (one) => one.claimed || one.kind == "kong";

function set(one) {
  const suit = one.tiles[0][1];
  const ranks = one.tiles.map((tile) => tile[0]);
  if (!one.claimed) return suit + ranks.join("");
  return one.kind == "chow" ? suit + ranks[0] + "-" + ranks[1] + ranks[2] : suit + ranks.join("") + "+";
}

function standing(hand) {
  const tiles = hand.sets.filter((one) => !declared(one)).flatMap((one) => one.tiles).concat(hand.pair);
  tiles.splice(tiles.indexOf(hand.won), 1);
  return hand.drawn ? tiles.concat(hand.won) : tiles; // the last is the one that was drawn
}

function prepare(hand) {
  const tiles = [standing(hand).map(turned).join(""), ...hand.sets.filter(declared).map(set)].join(",");
  const shoupai = Majiang.Shoupai.fromString(tiles);
  const won = hand.drawn ? null : turned(hand.won) + "=";
  const param = Majiang.Util.hule_param({ zhuangfeng: hand.wind, menfeng: hand.seat });
  return () => Majiang.Util.hule(shoupai, won, param);
}

function seconds(scores, passes) {
  const started = process.cpuUsage();
  for (let pass = 0; pass < passes; pass++) for (const score of scores) score();
  const { user, system } = process.cpuUsage(started);
  return (user + system) / 1e6;
}

const tell = (value) => process.stdout.write(JSON.stringify(value) + "\n");
let scores;
let kept;
require("readline")
  .createInterface({ input: process.stdin })
  .on("line", (line) => {
    if (!scores) {
      scores = JSON.parse(line).map(prepare);
      tell(scores.map((score) => Boolean(score()?.defen)));
    } else if (!kept) kept = JSON.parse(line).map((index) => scores[index]);
    else tell(seconds(kept, JSON.parse(line)));
  });
