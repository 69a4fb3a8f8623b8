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
	Deal  settlement.SettlementRequest `json:"deal"`
	Drawn settlement.SettlementRequest `json:"drawn"`
	Batch settlement.BatchRequest      `json:"batch"`
	Sheet settlement.ScoresheetRequest `json:"sheet"`
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
	fmt.Println("rulebooks", len(rulesets.Rulesets), rulesets.Rulesets[0].Id)

	settled, _, err := client.SettlingAPI.SettleDeal(ctx).SettlementRequest(bodies.Deal).Execute()
	must(err)
	fmt.Print("payments")
	for _, payment := range settled.Settlement.Payments {
		fmt.Print(" ", payment.Amount)
	}
	fmt.Println()
	east := settled.Hands.East
	fmt.Println("scores", east.Score, settled.Hands.South.Score, east.Arrangement[0].Kind)

	drawn, _, err := client.SettlingAPI.SettleDeal(ctx).SettlementRequest(bodies.Drawn).Execute()
	must(err)
	fmt.Println("drawn", len(drawn.Settlement.Payments), drawn.NextDeal.NextEast)

	results, _, err := client.SettlingAPI.SettleBatch(ctx).BatchRequest(bodies.Batch).Execute()
	must(err)
	good, bad := results.Results[0], results.Results[1]
	fmt.Println("batch", good.Outcome, good.Answer.Settlement.Net.East, bad.Outcome, bad.Problem.Errors[0].GetPointer())

	sheet, _, err := client.ScoresheetsAPI.SettleScoresheet(ctx).ScoresheetRequest(bodies.Sheet).Execute()
	must(err)
	fmt.Print("sheet")
	for _, entry := range sheet.Entries[:3] {
		fmt.Print(" ", entry.Type)
	}
	for _, total := range sheet.Entries[2].Totals {
		fmt.Print(" ", total)
	}
	fmt.Println()

	brief, _, err := client.SettlingAPI.SettleDeal(ctx).SettlementRequest(bodies.Deal).Items(false).Execute()
	must(err)
	fmt.Println("brief", brief.Settlement.Net.East)
}
