import com.google.gson.Gson
import com.google.gson.GsonBuilder
import com.google.gson.JsonObject
import com.google.gson.JsonParser
import java.io.File
import java.net.URI
import java.net.http.HttpClient
import java.net.http.HttpRequest
import java.net.http.HttpResponse
import org.openapitools.client.models.*

/**
 * What a user writes on the models that openapi-generator makes of the contract; its transports need libraries that no
 * package registry of the CI has, so the few lines of HTTP are here.
 *
 * Usage: SettleKt URL REQUESTS
 */
val gson: Gson = GsonBuilder().serializeNulls().registerTypeAdapterFactory(Entry.CustomTypeAdapterFactory()).create()

inline fun <reified Answer> ask(request: HttpRequest.Builder): Answer {
    val response = HttpClient.newHttpClient().send(request.build(), HttpResponse.BodyHandlers.ofString())
    check(response.statusCode() == 200) { response.body() }
    return gson.fromJson(response.body(), Answer::class.java)
}

inline fun <reified Request, reified Answer> post(url: String, body: JsonObject): Answer {
    val request = gson.fromJson(body, Request::class.java)
    val text = HttpRequest.BodyPublishers.ofString(gson.toJson(request))
    return ask(HttpRequest.newBuilder(URI(url)).header("Content-Type", "application/json").POST(text))
}

fun main(arguments: Array<String>) {
    val (url, requests) = arguments
    val bodies = JsonParser.parseString(File(requests).readText()).asJsonObject

    val rulesets = ask<RulesetList>(HttpRequest.newBuilder(URI("$url/v1/rulesets"))).rulesets
    println("rulebooks ${rulesets.size} ${rulesets[0].rules[0].id}")

    val settled = post<SettlementRequest, SettledDeal>("$url/v1/settlements", bodies.getAsJsonObject("deal"))
    println("payments " + settled.settlement.payments.joinToString(" ") { it.amount.toString() })
    val (east, south) = settled.hands.east to settled.hands.south
    println("scores ${east.score} ${south.score} ${east.arrangement[0].kind}")

    val results = post<BatchRequest, BatchResults>("$url/v1/settlements/batch", bodies.getAsJsonObject("batch")).results
    val (good, bad) = results
    println("batch ${good.outcome} ${good.answer!!.settlement.net.east} ${bad.outcome} ${bad.problem!!.errors!![0].pointer}")

    val entries = post<ScoresheetRequest, SettledScoresheet>("$url/v1/scoresheets", bodies.getAsJsonObject("sitting")).propertyEntries
    println("sitting " + (entries.take(3).map { it.type } + entries[2].totals).joinToString(" "))
}
