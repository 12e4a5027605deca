import net from 'node:net'
import type { WebSocket } from 'ws'
import { sendOn, writeFrom } from './channel-socket.ts'

/**
 * The ports of a pod on channels of `socket`: 2n for the bytes of the nth, 2n+1 for its errors; each begins with its port. The
 * pod is reached at its address: what listens on its own loopback alone is not found, unlike in a real cluster.
 */
export function forwardPorts(socket: WebSocket, ip: string, ports: readonly number[]): void {
  let open = ports.length
  const targets = ports.map((port, nth) => {
    const [data, errors] = [nth * 2, nth * 2 + 1]
    const named = Buffer.alloc(2)
    named.writeUInt16LE(port)
    sendOn(socket, data, named)
    sendOn(socket, errors, named)
    const target = net.connect({ host: ip, port })
    target.on('data', (bytes) => sendOn(socket, data, bytes, target))
    target.on('error', ({ message }) => sendOn(socket, errors, Buffer.from(`error forwarding port ${port}: ${message}`)))
    target.once('close', () => {
      open -= 1
      if (open === 0) socket.close(1000)
    })
    return target
  })
  socket.on('message', (message: Buffer) => {
    const target = targets[message[0]! / 2]
    if (target) writeFrom(socket, target, message.subarray(1))
  })
  const endAll = () => {
    for (const target of targets) target.destroy()
  }
  socket.on('close', endAll)
  socket.on('error', endAll)
}
