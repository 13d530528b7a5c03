import hashlib, json, os, time, urllib.error, urllib.parse, urllib.request

FILES = "https://levro.bg/api/v1/files"


def send(url, body=None, headers={}):
    request = urllib.request.Request(url, body, headers)
    request.add_header("Authorization", "Bearer " + os.environ["LEVRO_KEY"])
    try:
        return urllib.request.urlopen(request)
    except urllib.error.HTTPError as failure:
        problem = json.load(failure)
        raise SystemExit(f"{problem['code']}: {problem['error']}")


def convert_file(name):
    with open(name, "rb") as file:
        content = file.read()
    response = send(
        FILES + "?name=" + urllib.parse.quote(name),
        content,
        {
            "Content-Type": "application/octet-stream",
            # The key is that of the file: sent again, it is charged once.
            "Idempotency-Key": hashlib.sha256(content).hexdigest(),
        },
    )
    if response.status != 202:
        return response
    # More than 20,000 rows: converted after the response.
    id = json.load(response)["id"]
    while True:
        time.sleep(1)
        conversion = json.load(send(f"{FILES}/{id}"))
        if conversion["state"] == "failed":
            raise SystemExit("{code}: {error}".format(**conversion["error"]))
        if conversion["state"] == "done":
            return send(f"{FILES}/{id}/result")


result = convert_file("prices.csv")
with open("prices-eur.csv", "wb") as file:
    file.write(result.read())
print("Tokens charged:", result.headers["Levro-Tokens-Charged"])
print("Warnings:", result.headers["Levro-Warnings"])
