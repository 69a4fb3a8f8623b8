// What a user writes on the client that openapi-generator makes of the contract.
//
// Usage: client URL REQUESTS
package main

import (
	"context"
	"encoding/json"
	"fmt"
	"log"
	"os"

	"client/settlement"
)

type requests struct {
	Deal    settlement.SettlementRequest `json:"deal"`
	Batch   settlement.BatchRequest      `json:"batch"`
	Sitting struct {
		Ruleset        string                `json:"ruleset"`
		HouseRules     settlement.HouseRules `json:"house_rules"`
		Options        settlement.Options    `json:"options"`
		Players        []string              `json:"players"`
		StartingTotals []int64               `json:"starting_totals"`
		Entries        []json.RawMessage     `json:"entries"`
	} `json:"sitting"`
}

// sheet makes the request of a sitting: a deal, washed tiles and a correction, each of its own type.
func (bodies requests) sheet() settlement.ScoresheetRequest {
	var deal settlement.DealEntry
	var washed settlement.WashedTilesEntry
	var correction settlement.CorrectionEntry
	for place, entry := range []interface{}{&deal, &washed, &correction} {
		must(json.Unmarshal(bodies.Sitting.Entries[place], entry))
	}
	entries := []settlement.Entry{
		settlement.DealEntryAsEntry(&deal),
		settlement.WashedTilesEntryAsEntry(&washed),
		settlement.CorrectionEntryAsEntry(&correction),
	}
	sheet := settlement.NewScoresheetRequest(bodies.Sitting.Ruleset, bodies.Sitting.Players, entries)
	sheet.SetHouseRules(bodies.Sitting.HouseRules)
	sheet.SetOptions(bodies.Sitting.Options)
	sheet.SetStartingTotals(bodies.Sitting.StartingTotals)
	return *sheet
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}

func main() {
	configuration := settlement.NewConfiguration()
	configuration.Servers = settlement.ServerConfigurations{{URL: os.Args[1]}}
	client, ctx := settlement.NewAPIClient(configuration), context.Background()
	text, err := os.ReadFile(os.Args[2])
	must(err)
	var bodies requests
	must(json.Unmarshal(text, &bodies))

	rulesets, _, err := client.RulesetsAPI.ListRulesets(ctx).Execute()
	must(err)
	fmt.Println("rulebooks", len(rulesets.Rulesets), rulesets.Rulesets[0].Rules[0].Id)

	settled, _, err := client.SettlingAPI.SettleDeal(ctx).SettlementRequest(bodies.Deal).Execute()
	must(err)
	fmt.Print("payments")
	for _, payment := range settled.Settlement.Payments {
		fmt.Print(" ", payment.Amount)
	}
	fmt.Println()
	east := settled.Hands.East
	fmt.Println("scores", east.Score, settled.Hands.South.Score, east.Arrangement[0].Kind)

	results, _, err := client.SettlingAPI.SettleBatch(ctx).BatchRequest(bodies.Batch).Execute()
	must(err)
	good, bad := results.Results[0], results.Results[1]
	fmt.Println("batch", good.Outcome, good.Answer.Settlement.Net.East, bad.Outcome, bad.Problem.Errors[0].Pointer)

	sitting, _, err := client.SittingsAPI.KeepScoresheet(ctx).ScoresheetRequest(bodies.sheet()).Execute()
	must(err)
	fmt.Print("sitting")
	for _, entry := range sitting.Entries[:3] {
		fmt.Print(" ", entry.Type)
	}
	for _, total := range sitting.Entries[2].Totals {
		fmt.Print(" ", total)
	}
	fmt.Println()
}
