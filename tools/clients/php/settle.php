<?php
// What a user writes on the client that openapi-generator makes of the contract. Usage: php settle.php URL REQUESTS
declare(strict_types=1);

use OpenAPI\Client\Api\{RulesetsApi, SettlingApi, SittingsApi};
use OpenAPI\Client\{Configuration, ObjectSerializer};
use OpenAPI\Client\Model\{BatchRequest, ScoresheetRequest, SettledDeal, SettlementRequest};

require 'GuzzleHttp/autoload.php';
spl_autoload_register(function (string $name): void {
    $file = __DIR__ . '/client/lib/' . strtr(substr($name, strlen('OpenAPI\\Client\\')), '\\', '/') . '.php';
    if (str_starts_with($name, 'OpenAPI\\Client\\') && is_file($file)) {
        require $file;
    }
});

[, $url, $requests] = $argv;
$bodies = json_decode(file_get_contents($requests));
$read = fn(mixed $value, string $class) => ObjectSerializer::deserialize($value, $class);
$configuration = (new Configuration())->setHost($url);
$http = new GuzzleHttp\Client();
[$settling, $sittings] = [new SettlingApi($http, $configuration), new SittingsApi($http, $configuration)];

$rulesets = (new RulesetsApi($http, $configuration))->listRulesets()->getRulesets();
echo "rulebooks ", count($rulesets), " ", $rulesets[0]->getId(), "\n";

$deal = $read($bodies->deal, SettlementRequest::class);
$settled = $settling->settleDeal($deal);
echo "payments";
foreach ($settled->getSettlement()->getPayments() as $payment) {
    echo " ", $payment->getAmount();
}
$east = $settled->getHands()->getEast();
echo "\nscores ", $east->getScore(), " ", $settled->getHands()->getSouth()->getScore(), " ", $east->getArrangement()[0]->getKind(), "\n";

[$good, $bad] = $settling->settleBatch($read($bodies->batch, BatchRequest::class))->getResults();
echo "batch ", $good->getOutcome(), " ", $good->getAnswer()->getSettlement()->getNet()->getEast(),
    " ", $bad->getOutcome(), " ", $bad->getProblem()->getErrors()[0]->getPointer(), "\n";

$entries = $sittings->settleScoresheet($read($bodies->sitting, ScoresheetRequest::class))->getEntries();
echo "sitting";
foreach (array_slice($entries, 0, 3) as $entry) {
    echo " ", $entry->getType();
}
echo " ", implode(" ", $entries[2]->getTotals()), "\n";

// An answer of another schema than the method's: the request that the client makes, sent as it is.
$lean = $read(json_decode((string) $http->send($settling->settleDealRequest($deal, items: false))->getBody()), SettledDeal::class);
echo "lean ", $lean->getWinner(), " ", $lean->getSettlement()->getNet()->getEast(), "\n";
