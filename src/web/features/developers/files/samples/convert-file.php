<?php
const FILES = 'https://levro.bg/api/v1/files';

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
    if ($content === false) exit("No response.\n");
    $status = (int) explode(' ', $http_response_header[0])[1];
    $found = [];
    foreach (array_slice($http_response_header, 1) as $line) {
        [$name, $value] = explode(':', $line, 2);
        $found[strtolower($name)] = trim($value);
    }
    if ($status < 400) return [$status, $found, $content];
    $problem = json_decode($content, true);
    exit("{$problem['code']}: {$problem['error']}\n");
}

function convertFile(string $name): array
{
    $response = send(FILES . '?name=' . rawurlencode($name), 'POST', file_get_contents($name), [
        'Content-Type: application/octet-stream',
        // Sent again with the same key and the same file, it is charged once.
        'Idempotency-Key: ' . bin2hex(random_bytes(16)),
    ]);
    if ($response[0] !== 202) return $response;
    // More than 20,000 rows: converted after the response.
    $id = json_decode($response[2], true)['id'];
    while (true) {
        sleep(1);
        $conversion = json_decode(send(FILES . "/$id")[2], true);
        if ($conversion['state'] === 'failed')
            exit("{$conversion['error']['code']}: {$conversion['error']['error']}\n");
        if ($conversion['state'] === 'done') return send(FILES . "/$id/result");
    }
}

[, $headers, $file] = convertFile('prices.csv');
file_put_contents('prices-eur.csv', $file);
echo "Tokens charged: {$headers['levro-tokens-charged']}\n";
