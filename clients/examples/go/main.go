// Settles an evening on the client that openapi-generator makes of the contract: `go run . URL evening.json`.
//
// It prints the same as the back end in Python: the standings while one deal lacks a season, the faults of a deal that
// is refused, each at its form field and in German, and the standings once the deal is put right.
package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"log"
	"os"
	"sort"

	"evening/settlement"
)

// Table asks the service, in German.
type Table struct {
	client *settlement.APIClient
}

func main() {
	configuration := settlement.NewConfiguration()
	configuration.Servers = settlement.ServerConfigurations{{URL: os.Args[1]}}
	table := Table{settlement.NewAPIClient(configuration)}
	text, err := os.ReadFile(os.Args[2])
	must(err)
	var sheet settlement.ScoresheetRequest
	must(json.Unmarshal(text, &sheet))

	season := &sheet.Entries[1].Hands[3].Bonus
	right, wrong := *season, ""
	*season = &wrong
	standings, err := table.standings(sheet)
	must(err)
	fmt.Print("without a season:")
	for _, place := range standings {
		fmt.Printf(" ('%s', %d)", place.Name, place.Total)
	}
	fmt.Println()
	*season = right

	next := sheet.Entries[0]
	next.SetId("deal 13")
	next.Win = settlement.NewEntryWin("dealer")
	next.Win.SetTile("10m")
	refused := sheet
	refused.Entries = append(refused.Entries, next)
	_, err = table.standings(refused)
	var answer *settlement.GenericOpenAPIError
	if !errors.As(err, &answer) {
		log.Fatal("the deal is not refused: ", err)
	}
	faults := answer.Model().(settlement.InvalidRequest).Errors
	sort.Slice(faults, func(a, b int) bool { return faults[a].GetPointer() < faults[b].GetPointer() })
	for _, fault := range faults {
		fmt.Println(fault.GetPointer(), fault.Detail)
	}

	standings, err = table.standings(sheet)
	must(err)
	for _, place := range standings {
		fmt.Println(place.Name, place.Total)
	}
}

// The service keeps nothing: it is sent all entries each time, and asked to tell of the last only.
func (table Table) standings(sheet settlement.ScoresheetRequest) ([]settlement.PlayerStanding, error) {
	call := table.client.ScoresheetsAPI.SettleScoresheet(context.Background()).AcceptLanguage("de")
	settled, _, err := call.From(int32(len(sheet.Entries))).ScoresheetRequest(sheet).Execute()
	if err != nil {
		return nil, err
	}
	return settled.Standings, nil
}

func must(err error) {
	if err != nil {
		log.Fatal(err)
	}
}
