import { createHash, timingSafeEqual } from 'node:crypto'
import type { Duplex } from 'node:stream'
import { Client, type ClientChannel } from 'ssh2'
import { DriverUnavailable } from '#server/ports/driver-errors.ts'
import type { SshAccess } from '#server/ports/engines.ts'

const readyTimeoutMs = 10_000
const keepAliveMs = 5_000
const keepAlivesLost = 3

export const computeHostKeyFingerprint = (key: Buffer): string =>
  `SHA256:${createHash('sha256').update(key).digest('base64').replace(/=+$/, '')}`

function isSameText(a: string, b: string): boolean {
  const [one, other] = [Buffer.from(a), Buffer.from(b)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** One SSH connection to a host, opened when it is needed and again after it broke; all requests share it. */
export class SshTunnel {
  readonly #access: SshAccess
  #client: Promise<Client> | undefined
  #closed = false

  constructor(access: SshAccess) {
    this.#access = access
  }

  /** Connects to a Unix socket on the host. Throws DriverUnavailable with what is wrong. */
  async open(socketPath: string): Promise<Duplex> {
    if (this.#closed) throw new DriverUnavailable('driver is closed')
    this.#client ??= this.#connect()
    const client = await this.#client
    return new Promise<ClientChannel>((resolve, reject) => {
      client.openssh_forwardOutStreamLocal(socketPath, (error, channel) => {
        if (error) reject(new DriverUnavailable(`no connection to ${socketPath} over SSH: ${error.message}`, { cause: error }))
        else resolve(channel)
      })
    })
  }

  close(): void {
    this.#closed = true
    this.#client?.then(
      (client) => client.end(),
      () => undefined,
    )
  }

  #connect(): Promise<Client> {
    const { host, port, username, host_key: hostKey, private_key: privateKey, agent } = this.#access
    const client = new Client()
    let strange: string | undefined
    const connecting = new Promise<Client>((resolve, reject) => {
      client.once('ready', () => resolve(client))
      client.once('error', (error) =>
        reject(
          new DriverUnavailable(strange ? describeStrangeKey(strange) : `SSH to ${host}: ${error.message}`, { cause: error }),
        ),
      )
      client.once('close', () => reject(new DriverUnavailable(`SSH to ${host} was closed`)))
    })
    const forget = () => {
      if (this.#client === connecting) this.#client = undefined
    }
    client.once('close', forget)
    client.on('error', forget) // also of a connection that is already used: its requests fail by themselves
    client.connect({
      host,
      port,
      username,
      ...(privateKey !== undefined ? { privateKey } : { agent }),
      readyTimeout: readyTimeoutMs,
      keepaliveInterval: keepAliveMs,
      keepaliveCountMax: keepAlivesLost,
      hostVerifier: (key: Buffer) => {
        const found = computeHostKeyFingerprint(key)
        if (isSameText(found, hostKey)) return true
        strange = found
        return false
      },
    })
    return connecting
  }
}

const describeStrangeKey = (found: string) => `the host shows another key than the pinned one: ${found}`
