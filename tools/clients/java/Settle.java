import com.fasterxml.jackson.databind.ObjectMapper;
import java.nio.file.Files;
import java.nio.file.Path;
import org.openapitools.client.ApiClient;
import org.openapitools.client.api.RulesetsApi;
import org.openapitools.client.api.SettlingApi;
import org.openapitools.client.api.ScoresheetsApi;
import org.openapitools.client.model.BatchRequest;
import org.openapitools.client.model.ScoresheetRequest;
import org.openapitools.client.model.SettlementRequest;

/** What a user writes on the client that openapi-generator makes of the contract. Usage: Settle URL REQUESTS */
public final class Settle {
    public static void main(String[] arguments) throws Exception {
        ApiClient client = new ApiClient();
        client.updateBaseUri(arguments[0]);
        ObjectMapper mapper = client.getObjectMapper();
        var bodies = mapper.readTree(Files.readString(Path.of(arguments[1])));

        var rulesets = new RulesetsApi(client).listRulesets(RulesetsApi.APIListRulesetsRequest.newBuilder().build()).getRulesets();
        System.out.println("rulebooks " + rulesets.size() + " " + rulesets.get(0).getId());

        var settling = new SettlingApi(client);
        var deal = mapper.treeToValue(bodies.get("deal"), SettlementRequest.class);
        var settled = settling.settleDeal(SettlingApi.APISettleDealRequest.newBuilder().settlementRequest(deal).build());
        System.out.print("payments");
        settled.getSettlement().getPayments().forEach(payment -> System.out.print(" " + payment.getAmount()));
        var east = settled.getHands().getEast();
        var south = settled.getHands().getSouth();
        System.out.println("\nscores " + east.getScore() + " " + south.getScore() + " " + east.getArrangement().get(0).getKind());

        var open = mapper.treeToValue(bodies.get("drawn"), SettlementRequest.class);
        var drawn = settling.settleDeal(SettlingApi.APISettleDealRequest.newBuilder().settlementRequest(open).build());
        System.out.println("drawn " + drawn.getSettlement().getPayments().size() + " " + drawn.getNextDeal().getNextEast());

        var batch = mapper.treeToValue(bodies.get("batch"), BatchRequest.class);
        var results = settling.settleBatch(SettlingApi.APISettleBatchRequest.newBuilder().batchRequest(batch).build()).getResults();
        var good = results.get(0);
        var bad = results.get(1);
        System.out.println("batch " + good.getOutcome() + " " + good.getAnswer().getSettlement().getNet().getEast()
            + " " + bad.getOutcome() + " " + bad.getProblem().getErrors().get(0).getPointer());

        var sheet = mapper.treeToValue(bodies.get("sheet"), ScoresheetRequest.class);
        var entries = new ScoresheetsApi(client).settleScoresheet(ScoresheetsApi.APISettleScoresheetRequest.newBuilder().scoresheetRequest(sheet).build()).getEntries();
        System.out.print("sheet");
        entries.subList(0, 3).forEach(entry -> System.out.print(" " + entry.getType()));
        entries.get(2).getTotals().forEach(total -> System.out.print(" " + total));
        System.out.println();

        var brief = settling.settleDeal(SettlingApi.APISettleDealRequest.newBuilder().settlementRequest(deal).items(false).build());
        System.out.println("brief " + brief.getSettlement().getNet().getEast());
    }
}
