import http from 'node:http'

const { url, headers, connections, for_ms } = JSON.parse(process.argv[2])
const agent = new http.Agent({ keepAlive: true, maxSockets: connections })

const once = () =>
  new Promise((resolve, reject) => {
    const request = http.get(url, { agent, headers }, (response) => {
      response.resume()
      response.once('end', () => (response.statusCode === 200 ? resolve() : reject(new Error(`answered ${response.statusCode}`))))
    })
    request.once('error', reject)
  })

const until = performance.now() + for_ms
let answers = 0
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (performance.now() < until) {
      await once()
      answers += 1
    }
  }),
)
agent.destroy()
process.send(answers)
process.disconnect()
