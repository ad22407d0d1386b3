"""Reads files of whole seasons with pandas, by their signed addresses, and compares every cell with the pages of the list in CSV.

Standard input: {"key", "files": [{"link", "pages", "list"}]}: `pages` are addresses of the list's pages in CSV, in order.
"""

import io
import json
import sys
import urllib.request

import pandas


def fetch(url, key):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {key}"})
    with urllib.request.urlopen(request, timeout=60) as answer:
        return answer.read(), answer.headers


def read(source, **options):
    # Only an empty cell is null: names such as "NA" are data.
    return pandas.read_csv(source, dtype="string", keep_default_na=False, na_values=[""], **options)


def pages(url, key):
    cursor = None
    while True:
        body, headers = fetch(f"{url}&format=csv&limit=1000" + (f"&cursor={cursor}" if cursor else ""), key)
        yield read(io.BytesIO(body))
        cursor = headers["X-Next-Cursor"]
        if cursor is None:
            return


given = json.load(sys.stdin)
for file in given["files"]:
    link = json.loads(fetch(file["link"], given["key"])[0])["data"]["url"]
    # The signed address needs no header.
    rows = read(link, compression="gzip")
    wanted = pandas.concat(pages(file["list"], given["key"]), ignore_index=True)
    pandas.testing.assert_frame_equal(rows, wanted)
    print(file["link"], len(rows))
