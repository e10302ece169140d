"""Reads Python programs from standard input, each as a line {"code": ...}, and runs them one after another.

Prints a line for each program: the answer to its request, the text that it printed, and the error with which it ended.
"""

import contextlib
import io
import json
import sys
import urllib.error
import urllib.request

result = {}
urlopen_before = urllib.request.urlopen


def remember(status, headers, body):
    text = body.decode(errors="replace")
    result.update({"status": status, "headers": headers.items(), "text": text})


def urlopen(request):
    try:
        response = urlopen_before(request)
    except urllib.error.HTTPError as error:
        remember(error.status, error.headers, error.read())
        raise
    body = response.read()
    remember(response.status, response.headers, body)
    response.read = lambda: body
    return response


urllib.request.urlopen = urlopen

for line in sys.stdin:
    result = {}
    printed = io.StringIO()
    try:
        with contextlib.redirect_stdout(printed):
            exec(json.loads(line)["code"], {"__name__": "__main__"})
    except Exception as error:
        result["error"] = repr(error)
    result["printed"] = printed.getvalue()
    print(json.dumps(result), flush=True)
