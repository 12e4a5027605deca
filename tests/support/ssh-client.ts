import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import { Client, type ClientChannel, type ConnectConfig, type ParsedKey, utils } from 'ssh2'

const patience_ms = 30_000

/** Logs in and answers the connection; rejects with the client's own error when it is refused. */
export async function logIn(port: number, username: string, proof: Partial<ConnectConfig>): Promise<Client> {
  const client = new Client()
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  client.connect({ host: '127.0.0.1', port, username, readyTimeout: patience_ms, ...proof })
  await ready
  client.on('error', () => undefined)
  return client
}

/** `'in'`, or how it was turned away: the same words for every wrong key, password and name. */
export const tryLogIn = (...args: Parameters<typeof logIn>): Promise<string> =>
  logIn(...args).then(
    (client) => {
      client.end()
      return 'in'
    },
    (error: Error) => error.message,
  )

/** The public part of a private key, as SSH writes it. */
export const publicBytes = (private_key: string): Buffer => (utils.parseKey(private_key) as ParsedKey).getPublicSSH()

export interface Size {
  cols: number
  rows: number
}

export interface Ran {
  code: number | null
  output: string
  errors: string
}

const opened = (open: (done: (error: Error | undefined, channel: ClientChannel) => void) => void) =>
  new Promise<ClientChannel>((resolve, reject) => open((error, channel) => (error ? reject(error) : resolve(channel))))

/** What a channel gives until its end, read at once or later. */
export async function ended(channel: ClientChannel, reads_after_ms = 0): Promise<Ran> {
  let code: number | null = null
  channel.on('exit', (exit: number | null) => {
    code = exit
  })
  const closed = once(channel, 'close')
  if (reads_after_ms > 0) await after(reads_after_ms)
  const [output, errors] = await Promise.all([text(channel), text(channel.stderr)])
  await closed
  return { code, output, errors }
}

/** Listens from the moment the channel opens: its end may have come with the same packet. */
export const runOver = (
  client: Client,
  command: string,
  { input = '', pty = false, reads_after_ms = 0 }: { input?: string; pty?: boolean | Size; reads_after_ms?: number } = {},
) =>
  new Promise<Ran>((resolve, reject) =>
    client.exec(command, { pty }, (error, channel) => {
      if (error) return reject(error)
      channel.end(input)
      ended(channel, reads_after_ms).then(resolve, reject)
    }),
  )

export const subsystem = (client: Client, name: string) => opened((done) => client.subsys(name, done))

/** A terminal, and what it has shown when that matches. */
export async function terminalOver(client: Client, size: Size) {
  const channel = await opened((done) => client.shell({ ...size, term: 'xterm-256color' }, done))
  let shown = ''
  channel.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  const sees = async (wanted: RegExp): Promise<void> => {
    const signal = AbortSignal.timeout(patience_ms)
    while (!wanted.test(shown)) {
      await Promise.race([once(channel, 'data', { signal }), once(channel, 'close', { signal })])
      if (channel.destroyed && !wanted.test(shown)) throw new Error(`closed before ${wanted}: ${shown}`)
    }
  }
  return { channel, sees }
}

/** A connection through `ssh -L`. */
export const forwardOver = (client: Client, host: string, port: number) =>
  opened((done) => client.forwardOut('127.0.0.1', 0, host, port, done))
