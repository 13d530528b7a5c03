import hashlib, hmac, time


def is_from_levro(body, header, secret):
    """Whether Levro sent the body, at most five minutes ago.

    body: the bytes of the request, before they are parsed
    header: the value of Levro-Signature: t=<seconds>,v1=<hexadecimal HMAC>
    secret: the one that was shown with the API key: whsec_…
    """
    parts = [part.partition("=") for part in header.split(",")]
    sent = next((value for name, _, value in parts if name == "t"), "")
    if not sent.isdecimal() or abs(time.time() - float(sent)) > 300:
        return False
    signed = sent.encode() + b"." + body
    expected = hmac.new(secret.encode(), signed, hashlib.sha256).hexdigest()
    return any(
        name == "v1" and hmac.compare_digest(value.encode(), expected.encode())
        for name, _, value in parts
    )
