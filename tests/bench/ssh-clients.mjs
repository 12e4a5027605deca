import { once } from 'node:events'
import net from 'node:net'
import ssh2 from 'ssh2'

/** Idle SSH sessions, and the programs they are connected to inside an instance: silent connections. */

/** The gateway allows 100 connections from one address. */
const connectionsPerAddress = 50

const program = net.createServer((socket) => socket.on('error', () => undefined).resume())
program.listen(0, '127.0.0.1', () => process.send({ port: program.address().port }))

async function openShell(login, nth) {
  const client = new ssh2.Client()
  const localAddress = `127.0.0.${1 + Math.floor(nth / connectionsPerAddress)}`
  client.connect({ host: '127.0.0.1', localAddress, readyTimeout: 60_000, ...login })
  await once(client, 'ready')
  await new Promise((resolve, reject) => client.shell((error) => (error ? reject(error) : resolve())))
}

process.on('message', async ({ login, from, to }) => {
  try {
    for (let nth = from; nth < to; nth += 1) await openShell(login, nth)
    process.send('done')
  } catch (error) {
    process.send(String(error))
  }
})
