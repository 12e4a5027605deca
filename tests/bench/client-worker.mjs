import http from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'

const { url, headers, connections, for_ms } = workerData
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
parentPort.postMessage(answers)
