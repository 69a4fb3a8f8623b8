# What a user writes on the client that openapi-generator makes of the contract. Usage: ruby settle.rb URL REQUESTS
require "json"
$LOAD_PATH.unshift File.join(__dir__, "client/lib")
require "openapi_client"

include OpenapiClient

url, requests = ARGV
bodies = JSON.parse(File.read(requests), symbolize_names: true)
OpenapiClient.configure do |config|
  config.scheme, config.host = url.split("://")
  config.server_index = nil
end
settling, sittings = SettlingApi.new, SittingsApi.new

rulesets = RulesetsApi.new.list_rulesets.rulesets
puts "rulebooks #{rulesets.size} #{rulesets[0].id}"

deal = SettlementRequest.build_from_hash(bodies[:deal])
settled = settling.settle_deal(deal)
puts "payments #{settled.settlement.payments.map(&:amount).join(" ")}"
east = settled.hands.east
puts "scores #{east.score} #{settled.hands.south.score} #{east.arrangement[0].kind}"

good, bad = settling.settle_batch(BatchRequest.build_from_hash(bodies[:batch])).results
puts "batch #{good.outcome} #{good.answer.settlement.net.east} #{bad.outcome} #{bad.problem.errors[0].pointer}"

entries = sittings.settle_scoresheet(ScoresheetRequest.build_from_hash(bodies[:sitting])).entries
puts "sitting #{entries.first(3).map(&:type).join(" ")} #{entries[2].totals.join(" ")}"

lean = settling.settle_deal(deal, items: false, debug_return_type: "SettledDeal")
puts "lean #{lean.winner} #{lean.settlement.net.east}"
