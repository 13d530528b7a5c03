<?php
const FILES = 'https://levro.bg/api/v1/files';

function fail(string $problem): never
{
    fwrite(STDERR, "$problem\n");
    exit(1);
}

/** @return array{int, array<string, string>, string} status, headers, body */
function send(string $url, string $method = 'GET', string $body = '', array $headers = []): array
{
    $headers[] = 'Authorization: Bearer ' . getenv('LEVRO_KEY');
    $content = file_get_contents($url, false, stream_context_create(['http' => [
        'method' => $method,
        'header' => $headers,
        'content' => $body,
        'ignore_errors' => true,
    ]]));
    if ($content === false) fail('No response.');
    $status = (int) explode(' ', $http_response_header[0])[1];
    $found = [];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $found[strtolower($name)] = trim($value);
    }
    if ($status < 400) return [$status, $found, $content];
    $problem = json_decode($content, true);
    fail("{$problem['code']}: {$problem['error']}");
}

function convertFile(string $name): array
{
    $file = file_get_contents($name);
    $response = send(FILES . '?name=' . rawurlencode($name), 'POST', $file, [
        'Content-Type: application/octet-stream',
        // The key is that of the file: sent again, it is charged once.
        'Idempotency-Key: ' . hash('sha256', $file),
    ]);
    if ($response[0] !== 202) return $response;
    // More than 20,000 rows: converted after the response.
    $id = json_decode($response[2], true)['id'];
    while (true) {
        sleep(1);
        $conversion = json_decode(send(FILES . "/$id")[2], true);
        if ($conversion['state'] === 'failed')
            fail("{$conversion['error']['code']}: {$conversion['error']['error']}");
        if ($conversion['state'] === 'done') return send(FILES . "/$id/result");
    }
}

[, $headers, $file] = convertFile('prices.csv');
file_put_contents('prices-eur.csv', $file);
echo "Tokens charged: {$headers['levro-tokens-charged']}\n";
echo "Warnings: {$headers['levro-warnings']}\n";
