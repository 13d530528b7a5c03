curl 'https://levro.bg/api/v1/files?name=prices.csv' \
  --fail-with-body \
  --header "Authorization: Bearer $LEVRO_KEY" \
  --header "Idempotency-Key: $(openssl rand -hex 16)" \
  --form file=@prices.csv \
  --output prices-eur.csv \
  --dump-header -
