# The key is that of the file: sent again, it is charged once.
status=$(curl 'https://levro.bg/api/v1/files' \
  --silent --show-error \
  --header "Authorization: Bearer $LEVRO_KEY" \
  --header "Idempotency-Key: $(openssl dgst -sha256 -r prices.csv | cut -d ' ' -f 1)" \
  --form file=@prices.csv \
  --output response \
  --dump-header headers \
  --write-out '%{http_code}')
if [ "$status" = 200 ]; then
  mv response prices-eur.csv
  grep -i '^levro-' headers
else
  # 202: more than 20,000 rows, whose state this is. Else an error.
  cat response >&2
  exit 1
fi
