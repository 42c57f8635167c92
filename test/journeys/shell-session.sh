#!/usr/bin/env bash
# A session with Intray in a shell, from the first key to its end. A test runs it as it stands, with
# SERVER, the address of a webhook receiver in RECEIVER, and an account key in account-key.txt.
set -euo pipefail

# Sign in: the key is tried, and kept in a file that only you can read.
intray auth login --base-url "$SERVER" <account-key.txt

# A form, and a webhook of it.
form=$(intray forms create --name Contact --json | jq -r .uuid)
webhook=$(intray webhooks create --form "$form" --url "$RECEIVER" --json | jq -r .id)

# What a web page would post.
for name in Ada Grace Joan; do
  curl --silent --show-error --fail --output /dev/null \
    --data-urlencode "email=$name@example.org" --data-urlencode "message=Hello from $name" "$SERVER/f/$form"
done

# Look at them, and keep a copy.
intray submissions list --form "$form" --filter new --columns id,email
intray submissions export --form "$form" --format csv --output contact.csv

# Each delivery was signed; the receiver has kept the first one.
until [ "$(intray deliveries list --kind webhook --form "$form" --state succeeded --columns id | grep -c '^[0-9]')" = 3 ]; do :; done
(umask 077 && intray webhooks secret "$webhook" >secret.txt)
intray webhooks verify --secret-file secret.txt --headers-file captured/headers.json captured/body

# A key for the cron job alone: it reads this form and nothing else.
intray api POST /api_keys -F kind=form -F form_id="$form" -F name=cron >key.json
(umask 077 && jq -r .key key.json >cron-key.txt)

# What cron does every minute, here three times at once: one runs, the others leave it to that one.
for start in 1 2 3; do
  intray queue run --api-key-file cron-key.txt --max-time 50s --if-locked skip --quiet -- ./handle &
done
for job in $(jobs -p); do wait "$job"; done

# Send one once more.
first=$(intray submissions list --form "$form" --all --format ndjson | jq -s 'map(.id) | min')
intray webhooks refire "$first"

# The key has done its work.
intray api DELETE "/api_keys/$(jq -r .id key.json)" >/dev/null
intray submissions list --api-key-file cron-key.txt || echo "refused with $?"
