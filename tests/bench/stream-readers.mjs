import http from 'node:http'

let events = 0
let wanted = Number.POSITIVE_INFINITY

function heard(chunk) {
  for (let at = chunk.indexOf('data:'); at !== -1; at = chunk.indexOf('data:', at + 1)) events += 1
  if (events < wanted) return
  wanted = Number.POSITIVE_INFINITY
  process.send('done')
}

const open = (url, token) =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent: false, headers: { authorization: `Bearer ${token}` } }, (response) => {
      if (response.statusCode !== 200) return reject(new Error(`answered ${response.statusCode}`))
      response.setEncoding('latin1')
      response.on('data', heard)
      resolve()
    })
    request.on('error', reject)
  })

let streams = 0
process.on('message', async (message) => {
  if (message.count) {
    wanted = events + message.count * streams
    return
  }
  streams = message.streams
  try {
    for (let i = 0; i < streams; i += 100) {
      const some = Array.from({ length: Math.min(100, streams - i) }, (_, j) => message.tokens[(i + j) % message.tokens.length])
      await Promise.all(some.map((token) => open(message.url, token)))
    }
    process.send('done')
  } catch (error) {
    process.send(String(error))
  }
})
