<?php
/**
 * Whether Levro sent the body, at most five minutes ago.
 * @param string $body file_get_contents('php://input')
 * @param string $header $_SERVER['HTTP_LEVRO_SIGNATURE']: t=<seconds>,v1=<hexadecimal HMAC>
 * @param string $secret the one that was shown with the API key: whsec_…
 */
function isFromLevro(string $body, string $header, string $secret): bool
{
    $values = ['t' => [], 'v1' => []];
    foreach (explode(',', $header) as $part) {
        [$name, $value] = explode('=', $part, 2) + ['', ''];
        $values[$name][] = $value;
    }
    $time = $values['t'][0] ?? '';
    if (abs(time() - (int) $time) > 300) return false;
    $expected = hash_hmac('sha256', "$time.$body", $secret);
    foreach ($values['v1'] as $given) {
        if (hash_equals($expected, $given)) return true;
    }
    return false;
}
