-- Sends the bodies of a file, one a line, in turn, each on a connection of its own where the second argument is `close`;
-- tells what came of it as one line of JSON.
local requests, turn = {}, 0

function init(arguments)
  for body in io.lines(arguments[1]) do
    local headers = { ["Content-Type"] = "application/json", ["Connection"] = arguments[2] }
    requests[#requests + 1] = wrk.format("POST", nil, headers, body)
  end
end

function request()
  turn = turn % #requests + 1
  return requests[turn]
end

function done(summary, latency)
  local failed = summary.errors
  -- A refused deal (422) is an answer: wrk counts it among the errors by status.
  local errors = failed.connect + failed.read + failed.write + failed.timeout
  io.write(string.format('\n{"answers": %d, "seconds": %f, "p99": %f, "errors": %d}\n',
    summary.requests, summary.duration / 1e6, latency:percentile(99) / 1000, errors))
end
