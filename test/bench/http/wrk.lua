-- Asks for the paths of a list, at random with a fixed seed or in turn, and ends with one line of JSON.
-- Arguments: the file of the list; "random", or how many requests in a row ask for the same path; the place of the list to begin at.
-- A line of the list is a path, an ETag and a body, separated by tabs; the last two may be empty. A body is sent by POST.

local requests = {}
local count = 0
local asked = 0
local repeated = 0

function init(arguments)
  for line in io.lines(arguments[1]) do
    local path, etag, body = line:match("^([^\t]*)\t([^\t]*)\t(.*)$")
    local headers = {}
    for name, value in pairs(wrk.headers) do headers[name] = value end
    if etag ~= "" then headers["If-None-Match"] = etag end
    count = count + 1
    if body == "" then
      requests[count] = wrk.format("GET", path, headers)
    else
      requests[count] = wrk.format("POST", path, headers, body)
    end
  end
  math.randomseed(1)
  if arguments[2] ~= "random" then repeated = tonumber(arguments[2]) end
  asked = tonumber(arguments[3]) * math.max(repeated, 1)
  -- From now on the load is on its way.
  io.stderr:write("ready\n")
end

function request()
  if repeated == 0 then return requests[math.random(count)] end
  asked = asked + 1
  return requests[math.floor((asked - 1) / repeated) % count + 1]
end

function done(summary, latency)
  local errors = summary.errors
  local line = '{"requests":%d,"micros":%d,"bytes":%d,"failed":%d,"p50Us":%d,"p99Us":%d,"mostUs":%d}\n'
  local failed = errors.connect + errors.read + errors.write + errors.status + errors.timeout
  io.write(string.format(line, summary.requests, summary.duration, summary.bytes, failed,
    latency:percentile(50), latency:percentile(99), latency.max))
end
