import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { setTimeout as after } from 'node:timers/promises'
import ssh2, { type Client, type ClientChannel, type ConnectConfig, type ParsedKey } from 'ssh2'

const patienceMs = 30_000

/** Logs in and returns the connection; rejects with the client's own error when refused. */
export async function openSshConnection(port: number, username: string, proof: Partial<ConnectConfig>): Promise<Client> {
  const client = new ssh2.Client()
  const ready = new Promise<void>((resolve, reject) => {
    client.once('ready', resolve)
    client.once('error', reject)
    client.once('close', () => reject(new Error('closed')))
  })
  client.connect({ host: '127.0.0.1', port, username, readyTimeout: patienceMs, ...proof })
  await ready
  client.on('error', () => undefined)
  return client
}

/** `'in'`, or the refusal message: the same for every wrong key, password and name. */
export const trySshLogin = (...args: Parameters<typeof openSshConnection>): Promise<string> =>
  openSshConnection(...args).then(
    (client) => {
      client.end()
      return 'in'
    },
    (error: Error) => error.message,
  )

/** Returns the public part of a private key in SSH format. */
export const toPublicKeyBytes = (privateKey: string): Buffer => (ssh2.utils.parseKey(privateKey) as ParsedKey).getPublicSSH()

export interface TerminalSize {
  cols: number
  rows: number
}

export interface SshCommandResult {
  code: number | null
  output: string
  errors: string
}

const opened = (open: (done: (error: Error | undefined, channel: ClientChannel) => void) => void) =>
  new Promise<ClientChannel>((resolve, reject) => open((error, channel) => (error ? reject(error) : resolve(channel))))

/** Collects what a channel sends until it ends; it can be read at once or later. */
export async function collectOutput(channel: ClientChannel, readsAfterMs = 0): Promise<SshCommandResult> {
  let code: number | null = null
  channel.on('exit', (exit: number | null) => {
    code = exit
  })
  const closed = once(channel, 'close')
  if (readsAfterMs > 0) await after(readsAfterMs)
  const [output, errors] = await Promise.all([text(channel), text(channel.stderr)])
  await closed
  return { code, output, errors }
}

/** Listens from the moment the channel opens, as its end may arrive in the same packet. */
export const runSshCommand = (
  client: Client,
  command: string,
  {
    input = '',
    pty = false,
    reads_after_ms: readsAfterMs = 0,
  }: { input?: string; pty?: boolean | TerminalSize; reads_after_ms?: number } = {},
) =>
  new Promise<SshCommandResult>((resolve, reject) =>
    client.exec(command, { pty }, (error, channel) => {
      if (error) return reject(error)
      channel.end(input)
      collectOutput(channel, readsAfterMs).then(resolve, reject)
    }),
  )

export const openSubsystem = (client: Client, name: string) => opened((done) => client.subsys(name, done))

/** Opens a terminal; returns its output once that matches. */
export async function openSshTerminal(client: Client, size: TerminalSize) {
  const channel = await opened((done) => client.shell({ ...size, term: 'xterm-256color' }, done))
  let shown = ''
  channel.on('data', (chunk: Buffer) => {
    shown += chunk.toString()
  })
  const sees = async (wanted: RegExp): Promise<void> => {
    const signal = AbortSignal.timeout(patienceMs)
    while (!wanted.test(shown)) {
      await Promise.race([once(channel, 'data', { signal }), once(channel, 'close', { signal })])
      if (channel.destroyed && !wanted.test(shown)) throw new Error(`closed before ${wanted}: ${shown}`)
    }
  }
  return { channel, sees }
}

/** Opens a connection through `ssh -L`. */
export const openSshForward = (client: Client, host: string, port: number) =>
  opened((done) => client.forwardOut('127.0.0.1', 0, host, port, done))
