import com.google.gson.JsonElement
import com.google.gson.JsonParser
import java.io.File
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import settlement.infrastructure.Serializer
import settlement.models.*

/** What a user writes on the models that openapi-generator makes of the contract, over Java's own HTTP client. */
val http: HttpClient = HttpClient.newHttpClient()
val gson = Serializer.gson

inline fun <reified Read> JsonElement.read(): Read = gson.fromJson(this, Read::class.java)

class Service(private val url: String) {
    fun text(request: HttpRequest.Builder): String = http.send(request.build(), HttpResponse.BodyHandlers.ofString()).body()

    fun to(path: String, body: String? = null, type: String = "application/json"): HttpRequest.Builder {
        val request = HttpRequest.newBuilder(URI.create(url + path)).header("Content-Type", type)
        return if (body == null) request else request.POST(HttpRequest.BodyPublishers.ofString(body))
    }

    inline fun <reified Answer> ask(path: String, body: Any? = null): Answer =
        gson.fromJson(text(to(path, body?.let(gson::toJson))), Answer::class.java)
}

/** Usage: SettleKt URL REQUESTS */
fun main(arguments: Array<String>) {
    val service = Service(arguments[0])
    val bodies = JsonParser.parseString(File(arguments[1]).readText()).asJsonObject

    val rulesets = service.ask<RulesetList>("/v1/rulesets").rulesets
    println("rulebooks ${rulesets.size} ${rulesets[0].id}")

    val deal = bodies["deal"].read<SettlementRequest>()
    val settled = service.ask<SettledDeal>("/v1/settlements", deal)
    println("payments ${settled.settlement.payments.joinToString(" ") { "${it.amount}" }}")
    val (east, south) = settled.hands.run { east to south }
    println("scores ${east?.score} ${south?.score} ${east?.arrangement?.get(0)?.kind}")

    val drawn = service.ask<SettledDeal>("/v1/settlements", bodies["drawn"].read<SettlementRequest>())
    println("drawn ${drawn.settlement.payments.size} ${drawn.nextDeal.nextEast.value}")

    val batch = bodies["batch"].read<BatchRequest>()
    val (good, bad) = service.ask<BatchResults>("/v1/settlements/batch", batch).results
    println("batch ${good.outcome} ${good.answer?.settlement?.net?.east} ${bad.outcome} ${bad.problem?.errors?.get(0)?.pointer}")

    val entries = service.ask<SettledScoresheet>("/v1/scoresheets", bodies["sheet"].read<ScoresheetRequest>()).propertyEntries
    println("sheet ${entries.take(3).joinToString(" ") { it.type }} ${entries[2].totals.joinToString(" ")}")

    val brief = service.ask<SettledDeal>("/v1/settlements?items=false", deal)
    println("brief ${brief.settlement.net.east}")
}
